/** The settings that can differ between stages. A value that must be the same in all stages belongs elsewhere. */

import { Duration } from 'aws-cdk-lib';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

import { inventedFace, type SiteFace } from '../contract/branding.ts';

/** The region where CloudFront publishes its metrics, and therefore the region of the alarms on CloudFront. */
export const CLOUDFRONT_REGION = 'us-east-1';

export interface StageSettings {
  /** How the stage presents your programme on its pages, in its feeds and in its OpenAPI description. */
  readonly site: SiteFace;
  /**
   * AWS account number. Default: the account of the credentials that deploy the stage. If each stage has its own account, the
   * role with which GitHub deploys one stage cannot change another stage.
   */
  readonly account?: string;
  /** Region of everything except CloudFront and its alarms. */
  readonly region: string;
  readonly database: OwnDatabaseSettings | ExistingDatabaseSettings;
  /** Prevents `cdk destroy` and CloudFormation from deleting the stacks `Data`, `Watch` and `EdgeWatch`. */
  readonly terminationProtection: boolean;
  /** Whether to create alarms. Do not create them if the database can pause, because they could go off while it resumes. */
  readonly alarms: boolean;
  /**
   * E-mail address that receives the alarms. Its owner must first confirm the subscription in an e-mail from SNS. More people
   * can subscribe to the SNS topic.
   */
  readonly alarmEmail?: string;
  /**
   * Interval between the refreshes of each list. Without it, no schedule reads the lists, so the database can pause while there
   * are no visitors.
   */
  readonly refreshEvery?: Duration;
  readonly logRetention: RetentionDays;
  /** The parts of the world whose CloudFront locations serve requests. Visitors from elsewhere use these locations too. */
  readonly priceClass: PriceClass;
  /**
   * Region of Origin Shield. If it is set, CloudFront sends all its requests to API Gateway through a cache in this region.
   * Choose the region nearest to `region` that offers Origin Shield.
   */
  readonly originShieldRegion?: string;
  /** Your domain. The certificate must be in us-east-1. You must create the DNS record yourself. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** ARN of a WAFv2 web ACL with the scope CLOUDFRONT, in us-east-1. */
  readonly webAclArn?: string;
  /**
   * Maximum concurrent executions of each directory's function. They are reserved, so the account's other functions cannot use
   * them. A deploy fails if it would leave too few executions for those functions. This is likely in a new account, because
   * its limit of concurrent executions is low.
   */
  readonly reservedConcurrency?: number;
  /**
   * Monthly budget for the whole account. The alarm topic gets a message if the costs of the month exceed 80% of the budget, or
   * are forecast to exceed the budget. Set it in only one stage per account.
   */
  readonly monthlyBudgetDollars?: number;
}

/** A cluster that this project creates and the portal fills. */
export interface OwnDatabaseSettings {
  readonly kind: 'own';
  /** Capacity in Aurora capacity units, in steps of 0.5. One unit has about 2 GiB of memory. With 0, the cluster can pause. */
  readonly minCapacity: number;
  readonly maxCapacity: number;
  /** Time without connections after which the cluster pauses, from 5 minutes to a day. */
  readonly pauseAfter?: Duration;
  /**
   * Address range of the cluster's private network. Choose it before the first deploy. A later change makes the deploy fail,
   * because RDS does not move the cluster's subnet group to another network (https://github.com/aws/aws-cdk/issues/28369).
   */
  readonly networkCidr: string;
  /** Whether RDS refuses to delete the cluster. If this is false and the cluster is deleted, a final snapshot remains. */
  readonly deletionProtection: boolean;
  readonly backupRetention: Duration;
  /**
   * Name or ARN of the snapshot to restore the cluster from. A new value creates a new cluster. If you remove the value, an empty
   * cluster is created, so keep the value after a restore (docs/maintenance.md).
   */
  readonly snapshot?: string;
  /** Number of invented startups to load into the tables. Default: none. */
  readonly testDataStartups?: number;
}

/** The portal's own cluster. An operator prepares it with `npm run operate -- apply`, and a deploy does not change it. */
export interface ExistingDatabaseSettings {
  readonly kind: 'existing';
  /** Identifier of a cluster in the stage's region and account. Its Data API must be enabled. */
  readonly clusterIdentifier: string;
  /**
   * Complete ARN of the secret with the user name and password of directory_reader. It ends with the six characters that Secrets
   * Manager adds.
   */
  readonly readerSecretArn: string;
  readonly databaseName: string;
}

export type Stages = Readonly<Record<string, StageSettings>>;

export const stages: Stages = {
  Staging: {
    site: inventedFace,
    region: 'eu-west-1',
    database: {
      kind: 'own',
      minCapacity: 0, // the cluster pauses, and then only storage costs money; the next visitor resumes it
      maxCapacity: 1,
      pauseAfter: Duration.minutes(5),
      networkCidr: '10.0.0.0/24',
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
    site: {
      programme: 'Public Directory',
      summary: 'The startups, founders and open jobs of our programme.',
      contact: 'mailto:directory@example.org',
      terms: { name: 'Terms of use', url: 'https://example.org/terms' },
      accent: '#0b5d4d',
      logo: 'site/logo.svg',
    },
    region: 'eu-west-1',
    database: {
      kind: 'own',
      minCapacity: 0.5, // with 0, the cluster would pause between refreshes, and visitors would get stale lists while it resumes
      maxCapacity: 4,
      networkCidr: '10.0.0.0/24',
      deletionProtection: true,
      backupRetention: Duration.days(14),
    },
    terminationProtection: true,
    alarms: true,
    refreshEvery: Duration.minutes(15),
    logRetention: RetentionDays.THREE_MONTHS,
    priceClass: PriceClass.PRICE_CLASS_ALL,
    originShieldRegion: 'eu-west-1',
    monthlyBudgetDollars: 110, // one and a half times the cost of both stages in docs/deploy.md
  },
};

/** Returns whether the stage contains invented startups. */
export function isInvented({ database }: StageSettings): boolean {
  return database.kind === 'own' && database.testDataStartups !== undefined;
}

/** Returns the values that each stage's site is built from. */
export function sitesOf(all: Stages) {
  const sites = Object.entries(all).map(
    ([name, each]) => [name, { face: each.site, isInvented: isInvented(each) }] as const,
  );
  return Object.fromEntries(sites);
}
