/** An operator at the local service: the commands with the real SDK clients, and no waiting. */

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';

import type { Terminal } from '../../tools/verify/command.ts';
import type { StageWorld } from '../../tools/stage/world.ts';
import type { TestService } from './service.ts';

type Command = (args: readonly string[], terminal: Terminal, world: StageWorld) => Promise<number>;

export interface Said {
  readonly code: number;
  readonly output: string;
}

export class Operator {
  readonly #world: StageWorld;

  constructor({ operatorSettings }: TestService) {
    const { AWS_ENDPOINT_URL: endpoint = '', AWS_ENDPOINT_URL_S3: store = '' } = operatorSettings;
    this.#world = {
      cloudFormation: new CloudFormationClient({ endpoint }),
      cloudFront: new CloudFrontClient({ endpoint }),
      lambda: new LambdaClient({ endpoint }),
      s3: new S3Client({ endpoint: store, forcePathStyle: true }),
      fetch: async (url, init) => fetch(url, init),
      waiting: { now: Date.now, pause: async () => Promise.resolve() },
    };
  }

  async run(command: Command, ...args: readonly string[]): Promise<Said> {
    const lines: string[] = [];
    const terminal = {
      print: (text: string) => lines.push(text),
      complain: (text: string) => lines.push(text),
      inColour: false,
    };
    const code = await command(args, terminal, this.#world);
    return { code, output: lines.join('\n') };
  }
}
