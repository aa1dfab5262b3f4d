/** `/_local/…`: what a person at this machine may do to the service to see how it bears it. */

import { allDirectories, directories, type DirectoryName } from '../contract/directories.ts';
import { problem } from '../contract/http.ts';
import { fromFixed, type HttpAnswer } from './http-api.ts';

export interface Switches {
  /** Names of the faults that the database can be given, each with its description. */
  readonly faults: Readonly<Record<string, string>>;
  readonly currentFault: () => string;
  readonly gateway: () => GatewayState;
  readonly setFault: (name: string) => Promise<void>;
  readonly deleteCopy: (directory: DirectoryName) => Promise<void>;
  readonly endEnvironments: () => void;
  /** Whether the gateway reaches its functions. */
  readonly setGateway: (state: GatewayState) => void;
  readonly storeFaults: Readonly<Record<string, string>>;
  readonly currentStoreFault: () => string;
  readonly setStoreFault: (name: string) => Promise<void>;
  /** Absent without `--edge`. */
  readonly edge?: EdgeSwitches;
}

export type GatewayState = 'up' | 'down';

export interface EdgeSwitches {
  readonly clear: () => void;
  readonly passTime: (seconds: number) => void;
}

const gatewayStates: Readonly<Record<GatewayState, string>> = {
  up: 'healthy',
  down: 'it cannot reach its functions and answers 503',
};

/** Answers a request below `/_local/`. */
export async function answerSwitch(
  switches: Switches,
  method: string,
  path: string,
): Promise<HttpAnswer> {
  const [what = '', which = '', howLong = ''] = path.split('/').slice(2);
  switch (`${method} ${what}`) {
    case 'POST database':
      if (!Object.hasOwn(switches.faults, which)) return unknown('fault', which, switches.faults);
      await switches.setFault(which);
      return state(switches);
    case 'DELETE last-good':
      if (!isDirectory(which)) return unknown('directory', which, directories);
      await switches.deleteCopy(which);
      return state(switches);
    case 'POST last-good':
      if (!Object.hasOwn(switches.storeFaults, which)) {
        return unknown('fault', which, switches.storeFaults);
      }
      await switches.setStoreFault(which);
      return state(switches);
    case 'POST gateway':
      if (!isGatewayState(which)) return unknown('state', which, gatewayStates);
      switches.setGateway(which);
      return state(switches);
    case 'DELETE edge':
      if (switches.edge === undefined) return withoutEdge;
      switches.edge.clear();
      return state(switches);
    case 'POST edge':
      if (switches.edge === undefined) return withoutEdge;
      if (which !== 'later' || !/^\d{1,7}$/u.test(howLong)) return notASwitch;
      switches.edge.passTime(Number(howLong));
      return state(switches);
    case 'DELETE environments':
      switches.endEnvironments();
      return state(switches);
    case 'GET ':
      return state(switches);
    default:
      return notASwitch;
  }
}

function isDirectory(name: string): name is DirectoryName {
  return Object.hasOwn(directories, name);
}

function isGatewayState(name: string): name is GatewayState {
  return Object.hasOwn(gatewayStates, name);
}

function state(switches: Switches): HttpAnswer {
  const database = switches.currentFault();
  const meaning = switches.faults[database];
  const gateway = switches.gateway();
  const lastGood = switches.currentStoreFault();
  const body = `${JSON.stringify({ database, meaning, gateway, lastGood })}\n`;
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: Buffer.from(body),
  };
}

function unknown(kind: string, name: string, known: Readonly<Record<string, unknown>>): HttpAnswer {
  const names = Object.keys(known).join(', ');
  return fromFixed(
    problem(404, 'Not Found', `There is no ${kind} "${name}"; there are: ${names}.`),
  );
}

const notASwitch = fromFixed(
  problem(
    404,
    'Not Found',
    `The switches are GET /_local/, POST /_local/database/<fault>, POST /_local/last-good/<fault>, DELETE /_local/last-good/<directory> (${allDirectories.map(({ name }) => name).join(', ')}), DELETE /_local/environments, POST /_local/gateway/<up|down>, DELETE /_local/edge and POST /_local/edge/later/<seconds>.`,
  ),
);

const withoutEdge = fromFixed(
  problem(404, 'Not Found', 'There is no edge: start the service with npm start -- --edge.'),
);
