/** An operator at the local service: the commands with the real SDK clients, in a time of their own. */

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { S3Client } from '@aws-sdk/client-s3';

import type { Terminal } from '../../../tools/cli/terminal.ts';
import { type DrillDependencies, realDrillDependencies } from '../../../tools/drill/step.ts';
import type { TestService } from './service.ts';

interface Command {
  run(
    args: readonly string[],
    terminal: Terminal,
    dependencies: DrillDependencies,
  ): Promise<number>;
}

export interface Said {
  readonly code: number;
  readonly output: string;
}

export class Operator {
  readonly dependencies: DrillDependencies;

  /** How long the commands have waited, in milliseconds. */
  #waited = 0;

  /** @param pass - lets time pass elsewhere, too, while a command waits. */
  constructor({ operatorSettings }: TestService, pass = async (_ms: number) => Promise.resolve()) {
    const {
      AWS_ENDPOINT_URL: endpoint = '',
      AWS_ENDPOINT_URL_S3: store = '',
      AWS_ENDPOINT_URL_RDS_DATA: dataApi = '',
    } = operatorSettings;
    this.dependencies = {
      ...realDrillDependencies(),
      cloudFormation: new CloudFormationClient({ endpoint }),
      cloudFront: new CloudFrontClient({ endpoint }),
      lambda: new LambdaClient({ endpoint }),
      logs: new CloudWatchLogsClient({ endpoint }),
      rdsData: new RDSDataClient({ endpoint: dataApi }),
      s3: new S3Client({ endpoint: store, forcePathStyle: true }),
      fetch: async (url, init) => fetch(url, init),
      waiting: {
        now: () => Date.now() + this.#waited,
        pause: async (milliseconds) => {
          this.#waited += milliseconds;
          await pass(milliseconds);
        },
      },
    };
  }

  async run(command: Command, ...args: readonly string[]): Promise<Said> {
    return this.runIn({}, command, ...args);
  }

  /** With dependencies of which something is otherwise. */
  async runIn(
    otherwise: Partial<DrillDependencies>,
    command: Command,
    ...args: readonly string[]
  ): Promise<Said> {
    const lines: string[] = [];
    const terminal = {
      print: (text: string) => lines.push(text),
      complain: (text: string) => lines.push(text),
      inColour: false,
    };
    const code = await command.run(args, terminal, { ...this.dependencies, ...otherwise });
    return { code, output: lines.join('\n') };
  }
}
