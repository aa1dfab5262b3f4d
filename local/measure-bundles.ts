/** Makes the bundles and prints how large they are and how long a cold start of each takes. Run as `npm run bundle`. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { command } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { root } from '../bundling/esbuild.ts';
import { type Bundle, bundleFunctions } from '../lib/bundle.ts';
import { LambdaFunction } from './runtime/lambda-function.ts';
import { functionVariables } from './functions.ts';
import { withScratchService } from './service.ts';

/** The limit that the project sets itself. */
const LIMIT_BYTES = 420_000;

/** The first bundles answer requests; the others run during a deployment. */
const HANDLERS = 3;

const LARGEST_INPUTS = 8;
const ROUNDS = 15;

const help = `Makes the bundles of the functions, and prints how large they are and how long a cold
start of each takes on this machine. It takes half a minute.

  npm run bundle

  --help    print this and stop

Exit code: 0 each is within the limit of ${LIMIT_BYTES} bytes, 1 one is not, 2 wrong usage.
`;

export const bundle = command({
  name: 'bundle',
  help,
  async run() {
    const bundles = (await bundleFunctions(path.join(root, 'dist'))).slice(0, HANDLERS);
    for (const each of bundles) printBundle(each);
    await printColdStarts(bundles);
    return bundles.every(({ bytes }) => bytes <= LIMIT_BYTES) ? 0 : 1;
  },
});

function printBundle({ name: handler, bytes, inputs }: Bundle): void {
  const verdict = bytes <= LIMIT_BYTES ? 'within' : 'OVER';
  console.log(`${handler}: ${bytes} bytes, ${verdict} the limit of ${LIMIT_BYTES}`);
  const packages = new Map<string, number>();
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? 'our own code';
    packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
  }
  const largest = [...packages].toSorted(([, a], [, b]) => b - a).slice(0, LARGEST_INPUTS);
  for (const [name, size] of largest) console.log(`  ${String(size).padStart(7)}  ${name}`);
}

/** From the start of the process to the first answer, each function in turn, round after round: noise hits all alike. */
async function printColdStarts(made: readonly Bundle[]): Promise<void> {
  const times = await withScratchService(
    async (service, folder) => {
      await writeFile(path.join(folder, 'index.mjs'), 'export const handler = async () => ({});\n');
      const functions = new Map([
        ['an empty handler', folder],
        ...made.map(({ name, folder: code }) => [name, code] as const),
      ]);
      return coldStarts(functions, functionVariables(service, 0));
    },
    path.dirname(made[0]?.folder ?? ''),
  );
  const floor = median(times.get('an empty handler') ?? []);
  console.log(`\nProcess start to first answer, median of ${ROUNDS}, Node ${process.version}:`);
  for (const [name, samples] of times) {
    const ms = median(samples);
    console.log(
      `  ${name.padEnd(17)} ${ms.toFixed(0).padStart(4)} ms  ${(ms / floor).toFixed(2)} times an empty handler`,
    );
  }
}

async function coldStarts(
  functions: ReadonlyMap<string, string>,
  variables: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map([...functions.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, folder] of functions) {
      const lambdaFunction = new LambdaFunction({ name, folder, variables });
      const startedAt = performance.now();
      await lambdaFunction.invoke({ headers: { 'accept-encoding': 'br' } });
      times.get(name)?.push(performance.now() - startedAt);
      await lambdaFunction.close();
    }
  }
  return times;
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
}

main(import.meta.url, bundle);
