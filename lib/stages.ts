/** Every difference between the stages, and nothing else: a value that is the same in both is not here. */

import { Duration } from 'aws-cdk-lib';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

import { inventedFace, type SiteFace } from '../contract/branding.ts';

/** Where CloudFront's metrics are, and with them the alarms on what visitors get. */
export const CLOUDFRONT_REGION = 'us-east-1';

export interface StageSettings {
  /** What its pages and its description say of your programme. */
  readonly site: SiteFace;
  /** The number of its AWS account, if not that of the credentials. With one for each stage, no stage's pipeline reaches another. */
  readonly account?: string;
  /** Where everything but CloudFront is. */
  readonly region: string;
  readonly database: OwnDatabaseSettings | ExistingDatabaseSettings;
  /** Whether `cdk destroy` is refused, and CloudFormation deletes neither `Data` nor `Watch`. */
  readonly terminationProtection: boolean;
  /** Whether there are alarms. In a stage whose database sleeps they would go off each time it resumes. */
  readonly alarms: boolean;
  /** Who receives them; SNS sends a message that has to be confirmed. More people can subscribe to the topic. */
  readonly alarmEmail?: string;
  /** How often each list is read without a request. Without this the database may sleep. */
  readonly refreshEvery?: Duration;
  readonly logRetention: RetentionDays;
  /** In which parts of the world CloudFront answers. */
  readonly priceClass: PriceClass;
  /** CloudFront's requests to the service come from this region only: the nearest one with Origin Shield. */
  readonly originShieldRegion?: string;
  /** A domain of your own. The certificate must be in us-east-1; you create the DNS record. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** A WAFv2 web ACL with scope CLOUDFRONT, which is in us-east-1. */
  readonly webAclArn?: string;
  /** At most so many processes of each function. A new account has few in total; if too few are left, a deploy with this fails. */
  readonly reservedConcurrency?: number;
  /** The operator is told when the month of the whole account is going to cost more: set it for one stage per account. */
  readonly monthlyBudgetDollars?: number;
}

/** A cluster that this project creates, for the portal to fill. */
export interface OwnDatabaseSettings {
  readonly kind: 'own';
  /** Aurora capacity units, in halves, 2 GiB of memory each. 0 lets it sleep. */
  readonly minCapacity: number;
  readonly maxCapacity: number;
  /** How long without requests before it goes to sleep, from 5 minutes to a day. */
  readonly pauseAfter?: Duration;
  /** Addresses of its private network. A change after the first deploy makes another network, and another cluster in it. */
  readonly networkCidr: string;
  /** Whether RDS refuses to delete it; if it is deleted, a final snapshot stays. */
  readonly deletionProtection: boolean;
  readonly backupRetention: Duration;
  /**
   * Snapshot that the cluster is restored from, by its name or ARN. A new value makes a new cluster, and so does removing it, an
   * empty one: leave it here after a restore (docs/maintenance.md).
   */
  readonly snapshot?: string;
  /** Invented startups to fill it with; without them its tables are empty. */
  readonly testDataStartups?: number;
}

/** The portal's own cluster, prepared with `npm run operate -- apply`. Nothing in it is created or changed. */
export interface ExistingDatabaseSettings {
  readonly kind: 'existing';
  /** In the stage's region and account, with the Data API enabled. */
  readonly clusterIdentifier: string;
  /** The complete ARN, with the six characters at its end. The secret has user name and password of directory_reader. */
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
      minCapacity: 0, // paused, it costs its storage only; the first visitor resumes it
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
      minCapacity: 0.5, // never paused: with 0 the refresh would resume it every 15 minutes, for the same price
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
    monthlyBudgetDollars: 110, // one and a half times the sum of both stages in docs/deploy.md
  },
};

/** Whether the stage is filled with invented startups. */
export function isInvented({ database }: StageSettings): boolean {
  return database.kind === 'own' && database.testDataStartups !== undefined;
}

/** What the site of each stage is made of. */
export function sitesOf(all: Stages) {
  const sites = Object.entries(all).map(
    ([name, each]) => [name, { face: each.site, isInvented: isInvented(each) }] as const,
  );
  return Object.fromEntries(sites);
}
