/** Every difference between the stages, and nothing else: a value that is the same in both is not here. */

import { Duration } from 'aws-cdk-lib';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

export interface StageSettings {
  /** Where everything but CloudFront is. */
  readonly region: string;
  readonly database: OwnDatabaseSettings | ExistingDatabaseSettings;
  /** Whether `cdk destroy` is refused, and CloudFormation deletes neither the data stack nor the one that monitors. */
  readonly terminationProtection: boolean;
  /** Whether alarms ring. A stage whose database sleeps would ring each time it wakes up. */
  readonly alarms: boolean;
  /** Who hears them; SNS sends a message that has to be confirmed. More people subscribe to the topic themselves. */
  readonly alarmEmail?: string;
  /** How often each list is read though nobody asks for it. Without it the database may sleep. */
  readonly refreshEvery?: Duration;
  readonly logRetention: RetentionDays;
  /** In which parts of the world CloudFront answers. */
  readonly priceClass: PriceClass;
  /** CloudFront asks the service from this region only: the nearest of those where Origin Shield exists. */
  readonly originShieldRegion?: string;
  /** An address of your own. The certificate must be in us-east-1; the DNS record is yours to make. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** A WAFv2 web ACL with scope CLOUDFRONT, which is in us-east-1. */
  readonly webAclArn?: string;
  /** Processes of each function at most. A new account has few in all; where too few are left, a deploy with this fails. */
  readonly reservedConcurrency?: number;
  /** The operator hears when the month of the whole account is about to cost more: one stage of an account says it. */
  readonly monthlyBudgetDollars?: number;
}

/** A cluster that this project makes, for the portal to fill. */
export interface OwnDatabaseSettings {
  readonly kind: 'own';
  /** Aurora capacity units, in halves, 2 GiB of memory each. 0 lets it sleep. */
  readonly minCapacity: number;
  readonly maxCapacity: number;
  /** How long nobody must ask before it goes to sleep, from 5 minutes to a day. */
  readonly pauseAfter?: Duration;
  /** Whether RDS refuses to delete it; deleted or not, a last snapshot of it stays. */
  readonly deletionProtection: boolean;
  readonly backupRetention: Duration;
  /** Invented startups to fill it with; without them its tables are empty. */
  readonly testDataStartups?: number;
}

/** The portal's own cluster, prepared with `npm run db -- apply`. Nothing is made or changed. */
export interface ExistingDatabaseSettings {
  readonly kind: 'existing';
  /** In the stage's region and account, with the Data API switched on. */
  readonly clusterIdentifier: string;
  /** Complete, with the six characters at its end. Holds user name and password of directory_reader. */
  readonly readerSecretArn: string;
  readonly databaseName: string;
}

export const stages: Readonly<Record<string, StageSettings>> = {
  Staging: {
    region: 'eu-west-1',
    database: {
      kind: 'own',
      minCapacity: 0, // asleep it costs its storage only; the first visitor wakes it
      maxCapacity: 1,
      pauseAfter: Duration.minutes(5),
      deletionProtection: false,
      backupRetention: Duration.days(1),
      testDataStartups: 120,
    },
    terminationProtection: false,
    alarms: false,
    logRetention: RetentionDays.ONE_WEEK,
    priceClass: PriceClass.PRICE_CLASS_100,
  },
  Production: {
    region: 'eu-west-1',
    database: {
      kind: 'own',
      minCapacity: 0.5, // never asleep: with 0 the refresh would wake it every 15 minutes, for the same price
      maxCapacity: 4,
      deletionProtection: true,
      backupRetention: Duration.days(14),
    },
    terminationProtection: true,
    alarms: true,
    refreshEvery: Duration.minutes(15),
    logRetention: RetentionDays.THREE_MONTHS,
    priceClass: PriceClass.PRICE_CLASS_ALL,
    originShieldRegion: 'eu-west-1',
    monthlyBudgetDollars: 120, // one and a half times the sum of both stages in README's table of costs
  },
};
