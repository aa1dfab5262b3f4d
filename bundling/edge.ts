/** Makes the texts of the CloudFront Functions. */

import path from 'node:path';

import { transformSync } from '@swc/core';
import { buildSync } from 'esbuild';

import { undocumentedIn } from './edge-check.ts';

export type EdgeFunctionName = 'viewer-request' | 'viewer-response';

const root = path.join(import.meta.dirname, '..');

/** What makes a module of the script; a script's functions are global without it. */
const EXPORT = /^export \{\n {2}handler\n\};\n/mu;

/**
 * One script with a global `handler`, as CloudFront wants it. In ES5, because CloudFront's runtime is ES 5.1 with a
 * selection of later things (CloudFront Developer Guide, "JavaScript runtime 2.0 features"): destructuring and spreading are
 * not among them. esbuild joins the files but cannot go that far back; swc can. What neither can lower is refused.
 */
export function edgeFunctionCode(name: EdgeFunctionName): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [`edge/${name}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2020',
    logLevel: 'silent',
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error(`esbuild wrote nothing for ${name}`);
  const { code } = transformSync(script.text.replace(EXPORT, ''), {
    isModule: false,
    configFile: false,
    swcrc: false,
    jsc: {
      target: 'es5',
      loose: true, // without symbols and property descriptors, which nothing here has
      minify: { compress: { unused: true }, mangle: true },
    },
    minify: true,
  });
  const undocumented = undocumentedIn(code);
  if (undocumented.length > 0) {
    throw new Error(`CloudFront does not document what ${name} needs: ${undocumented.join(', ')}.`);
  }
  return code;
}
