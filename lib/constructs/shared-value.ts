import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';

/**
 * A value that one stack stores in Parameter Store for other stacks. The template of each of those stacks declares a parameter
 * for the value, so CloudFormation reads the value again whenever it deploys the stack. `cdk deploy` can skip a stack whose
 * template has not changed, but it never skips a stack with such a parameter
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
   * Returns the value for use in the consumer's stack. Makes the consumer's stack depend on the stack that stores the value.
   * The consumer's stack is therefore deployed after the other stack and destroyed before it.
   */
  in(consumer: Construct): string {
    Stack.of(consumer).addStackDependency(Stack.of(this));
    return StringParameter.valueForStringParameter(consumer, this.#name);
  }
}
