/** The deployed texts under njs, on which CloudFront's runtime is based. Node accepts far more. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { edgeFunctionCode, type EdgeFunctionName } from '../../bundling/edge.ts';
import { type EdgeEvent, requestEvents, responseEvents } from '../../bundling/edge-events.ts';
import { edgeFunction } from './edge-function.ts';
import { describeWith, fileOf } from '../support/run/programs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'directory-njs-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a script prints. */
function printed(script: string): string {
  const file = path.join(folder, 'script.js');
  writeFileSync(file, script);
  const { error, status, stdout, stderr } = spawnSync(fileOf('njs'), [file], { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

/** Prints what the function makes of each event, a line each. */
function scriptOf(name: EdgeFunctionName, events: readonly EdgeEvent[]): string {
  return `(function () {
${edgeFunctionCode(name)}
${JSON.stringify(events)}.forEach(function (event) { console.log(JSON.stringify(handler(event))); });
})();`;
}

describeWith('njs')('under njs', () => {
  it('both functions give what they give in Node, for every event', () => {
    const both = [
      ['viewer-request', requestEvents],
      ['viewer-response', responseEvents],
    ] as const;

    const lines = printed(both.map(([name, events]) => scriptOf(name, events)).join('\n'));

    const outputs = lines.trim().split('\n');
    const expected = both.flatMap(([name, events]) => events.map(edgeFunction(name)));
    expect(outputs).toHaveLength(expected.length);
    expect(outputs.map((line) => JSON.parse(line) as unknown)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(300);
  });

  it('a flag that ES 5.1 does not have is an error when the text is loaded', () => {
    expect(() => printed('var pattern = RegExp("a", "u");')).toThrow('Invalid RegExp flags "u"');
  });
});
