import { transformSync } from '@swc/core';

import { edgeFunctionCode } from '../../bundling/edge.ts';

/** CloudFront takes 10 KB. */
const LIMIT_BYTES = 10_240;

describe.each(['viewer-request', 'viewer-response'] as const)('the function %s', (name) => {
  const code = edgeFunctionCode(name);

  it('fits into what CloudFront takes', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(LIMIT_BYTES / 2);
  });

  it('is one script with a global handler, which loads nothing', () => {
    expect(code).toContain('function handler(');
    expect(code).not.toMatch(/\b(?:import|export|require|process|eval)\b/u);
  });

  it('is ES5 to the last word: nothing is left to lower', () => {
    const options = { isModule: false, configFile: false, swcrc: false } as const;
    const asIs = transformSync(code, { ...options, jsc: { target: 'es2022' } }).code;
    const lowered = transformSync(code, { ...options, jsc: { target: 'es5' } }).code;
    expect(asIs).toBe(lowered);
  });

  it('is the same text each time', () => {
    expect(edgeFunctionCode(name)).toBe(code);
  });
});
