/** Has CloudFront run a stage's published functions. Run as `npm run test-functions`. */

import {
  type CloudFrontClient,
  DescribeFunctionCommand,
  TestFunctionCommand,
} from '@aws-sdk/client-cloudfront';
import * as v from 'valibot';

import { command } from './cli/command.ts';
import { main } from './cli/main.ts';
import { stageOutput } from '../contract/names.ts';
import type { EdgeScript } from '../lambda/edge/scripts.ts';
import { type EdgeEvent, deployedEvents, expectedOutput } from './edge-events.ts';
import { explainWith, findStage, realStageDependencies, type Stage } from './stage/stage.ts';

const help = `Has CloudFront run the published functions of a stage with three events each
(TestFunction), and compares each output with that of their source on this machine.

  npm run test-functions -- <stage>

  <stage>        staging, production or local

  --help         print this and stop

It changes nothing. Credentials and region are found as by the AWS CLI.

Exit code: 0 every output is as expected; 1 one is not, or AWS did not answer;
2 wrong usage.
`;

/** From here on CloudFront may throttle a function (Developer Guide, "Test functions", "Compute utilization"). */
const HIGH_UTILIZATION = 50;

export const testFunctions = command({
  name: 'test-functions',
  help,
  dependencies: realStageDependencies,
  args: { stage: {} },
  explain: explainWith(
    "cloudformation:DescribeStacks, and cloudfront:DescribeFunction and TestFunction on the stage's functions",
  ),
  async run({ args, terminal, dependencies }) {
    const { cloudFormation, cloudFront } = dependencies;
    const tried = await tryFunctions(cloudFront, await findStage(cloudFormation, args.stage));
    for (const each of tried) terminal.print(lineOf(each));
    const wrong = tried.filter(({ flaw }) => flaw !== undefined);
    for (const { function: name, event, flaw } of wrong) {
      terminal.complain(
        `CloudFront runs ${name} otherwise than this source does, with ${event}: ${flaw}. Is this the source that was deployed?`,
      );
    }
    return wrong.length === 0 ? 0 : 1;
  },
});

function lineOf({ function: name, event, flaw, computeUtilization: percent }: TriedEvent): string {
  const throttled = percent > HIGH_UTILIZATION ? ', near to what CloudFront throttles' : '';
  return `${name.padEnd(17)}${flaw === undefined ? 'right' : 'WRONG'}  ${percent} % of its time${throttled}  ${event}`;
}

/** What became of one event. */
export interface TriedEvent {
  readonly function: EdgeScript;
  readonly event: string;
  /** One sentence without its dot; `undefined` where the output is right. */
  readonly flaw: string | undefined;
  /** How much of the time that CloudFront allows the run took, in percent; `NaN` where it does not say. */
  readonly computeUtilization: number;
}

const outputOf: Readonly<Record<EdgeScript, string>> = {
  'viewer-request': stageOutput.viewerRequest,
  'viewer-response': stageOutput.viewerResponse,
};

/** Three events for each function, one after the other. Changes nothing. */
export async function tryFunctions(
  client: CloudFrontClient,
  stage: Stage,
): Promise<readonly TriedEvent[]> {
  const tried: TriedEvent[] = [];
  for (const name of ['viewer-request', 'viewer-response'] as const) {
    const Name = stage.output(outputOf[name]);
    const { ETag: IfMatch } = await client.send(
      new DescribeFunctionCommand({ Name, Stage: 'LIVE' }),
    );
    for (const [title, event] of Object.entries(deployedEvents[name])) {
      const EventObject = Buffer.from(JSON.stringify(event));
      const { TestResult = {} } = await client.send(
        new TestFunctionCommand({ Name, IfMatch, Stage: 'LIVE', EventObject }),
      );
      const { FunctionErrorMessage: error = '', FunctionOutput, ComputeUtilization } = TestResult;
      const flaw = error === '' ? differenceOf(FunctionOutput, event) : `it failed: ${error}`;
      const computeUtilization = Number(ComputeUtilization ?? Number.NaN);
      tried.push({ function: name, event: title, flaw, computeUtilization });
    }
  }
  return tried;
}

const Json = v.pipe(v.string(), v.parseJson());

function differenceOf(output: string | undefined, event: EdgeEvent): string | undefined {
  const expected = factsOf(expectedOutput(event));
  const came = factsOf(v.safeParse(Json, output).output);
  const name = [...expected.keys(), ...came.keys()].find(
    (each) => expected.get(each) !== came.get(each),
  );
  return name === undefined
    ? undefined
    : `${name} is ${came.get(name) ?? 'missing'}, not ${expected.get(name) ?? 'missing'}`;
}

/** What counts of an output: CloudFront adds empty cookies and the like. */
function factsOf(output: unknown): ReadonlyMap<string, string> {
  const { request, response } = fieldsOf(output);
  const { method, uri, statusCode, headers, body } = fieldsOf(response ?? request);
  const data = fieldsOf(body)['data'] ?? body;
  return new Map(
    [
      ['the kind of output', response === undefined ? 'a request' : 'a response'],
      ['the method', method],
      ['the path', uri],
      ['the status', statusCode],
      ['the body', data],
      ...Object.entries(fieldsOf(headers)).map(([name, header]) => [
        `the header ${name}`,
        fieldsOf(header)['value'],
      ]),
    ]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [String(name), JSON.stringify(value)] as const),
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

main(import.meta.url, testFunctions);
