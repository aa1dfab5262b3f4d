import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/**
 * Tells the operator when the month is going to cost more. It counts the whole account: a budget for a tag counts nothing
 * until someone activates the tag for billing, and a budget that is silent by mistake is worse than one that is early.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, dollars: number, topic: ITopic) {
    super(scope, id);
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [
        { notification: over('ACTUAL', 80), subscribers },
        { notification: over('FORECASTED', 100), subscribers },
      ],
    });
  }
}

function over(notificationType: 'ACTUAL' | 'FORECASTED', percent: number) {
  return { notificationType, comparisonOperator: 'GREATER_THAN', threshold: percent };
}
