import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

const publishers = ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'];

/** The topic that notifies the operator. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  /** @param email - who is notified; SNS asks for confirmation once. */
  constructor(scope: Construct, id: string, email?: string) {
    super(scope, id);
    // Not encrypted with the key that AWS manages for SNS: alarms may not use that one, and would not be delivered.
    this.topic = new Topic(this, 'Topic', { displayName: 'Public directories', enforceSSL: true });

    // A topic with a policy no longer has the default one, which lets alarms publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: publishers.map((service) => new ServicePrincipal(service)),
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );

    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }
}
