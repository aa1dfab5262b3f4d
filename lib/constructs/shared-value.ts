import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

/**
 * A value that one stack stores in Parameter Store for other stacks. The templates of the other stacks have a parameter for it, so
 * CloudFormation reads the value again whenever it deploys one of them. `cdk deploy` never skips a stack with such a parameter
 * (docs/decisions/031-stacks-share-values-in-parameter-store.md).
 */
export class SharedValue extends Construct {
  readonly #name: string;

  constructor(scope: Construct, id: string, value: string) {
    super(scope, id);
    this.#name = `/${Stack.of(this).stackName}/${id}`;
    new StringParameter(this, 'Parameter', { parameterName: this.#name, stringValue: value });
  }

  /**
   * Returns the value for use in another stack. Makes the other stack depend on this one, so it is deployed after this one and
   * destroyed before it.
   */
  in(consumer: Construct): string {
    Stack.of(consumer).addStackDependency(Stack.of(this));
    return StringParameter.valueForStringParameter(consumer, this.#name);
  }
}
