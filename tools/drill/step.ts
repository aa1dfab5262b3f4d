/** What a step of the drill is, and what it has at hand. */

import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { IAMClient } from '@aws-sdk/client-iam';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import type { Stage } from '../stage/stage.ts';
import { realDependencies, type StageDependencies } from '../stage/dependencies.ts';
import { exchange } from '../verify/exchange.ts';
import type { Changes } from './changes.ts';

export interface Step {
  readonly name: string;
  /** The claim that it settles. */
  readonly shows: string;
  /** What is different while it runs, and until when. Absent where nothing is. */
  readonly changes?: string;
  /** Whatever it throws is a failure; what it changed is undone then, too. */
  readonly run: (drill: Drill) => Promise<Verdict>;
}

export interface Verdict {
  readonly result: 'passed' | 'failed' | 'not tried';
  readonly why: string;
}

export interface Drill {
  readonly dependencies: DrillDependencies;
  readonly stage: Stage;
  readonly changes: Changes;
}

export interface DrillDependencies extends StageDependencies {
  readonly iam: IAMClient;
  readonly logs: CloudWatchLogsClient;
  readonly secretsManager: SecretsManagerClient;
  readonly rdsData: RDSDataClient;
  /** One request as a client makes it. */
  readonly exchange: typeof exchange;
}

export function realDrillDependencies(): DrillDependencies {
  return {
    ...realDependencies(),
    iam: new IAMClient(),
    logs: new CloudWatchLogsClient(),
    secretsManager: new SecretsManagerClient(),
    rdsData: new RDSDataClient(),
    exchange,
  };
}

export const passed = (why: string): Verdict => ({ result: 'passed', why });
export const failed = (why: string): Verdict => ({ result: 'failed', why });
export const notTried = (why: string): Verdict => ({ result: 'not tried', why });
