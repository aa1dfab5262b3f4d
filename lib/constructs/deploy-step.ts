import { CustomResource, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { CodeFunction, type CodeFunctionProps } from './functions.ts';

/** Lambda's own limit is 15 minutes. */
const LONGEST = Duration.minutes(5);

export interface DeployStepProps extends Pick<
  CodeFunctionProps,
  'description' | 'folder' | 'logRetention'
> {
  /** Input of the step. It runs again in a deploy that changes any of it, or its code. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A step that runs while a stack is deployed; if it fails, the deploy is rolled back with its reason. */
export class DeployStep extends CodeFunction {
  readonly resource: CustomResource;

  constructor(scope: Construct, id: string, { properties, ...props }: DeployStepProps) {
    super(scope, id, { ...props, memoryMb: 512, timeout: LONGEST });
    // `cdk deploy -c again=<any word>` runs every step again, for example when a secret has a new value.
    const again: unknown = this.node.tryGetContext('again');
    this.resource = new CustomResource(this, 'Step', {
      resourceType: `Custom::${id}`,
      serviceToken: this.function.functionArn, // no framework between: CloudFormation shows the function's own message
      serviceTimeout: LONGEST.plus(Duration.minutes(1)),
      properties: {
        ...properties,
        ContentHash: this.codeHash,
        ...(typeof again === 'string' ? { Again: again } : {}),
      },
    });
  }
}
