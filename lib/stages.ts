/** How staging and production differ. A value that is the same in both belongs elsewhere. */

import { Duration } from 'aws-cdk-lib';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

import { inventedFace, type SiteFace } from '../contract/branding.ts';

/** Region of CloudFront's metrics, and therefore of the alarms on CloudFront. */
export const CLOUDFRONT_REGION = 'us-east-1';

export interface StageSettings {
  /** How its pages and its OpenAPI description present your programme. */
  readonly site: SiteFace;
  /**
   * AWS account number. Default: the credentials' account. With an account per stage, a stage's pipeline cannot reach another.
   */
  readonly account?: string;
  /** Region of everything except CloudFront. */
  readonly region: string;
  readonly database: OwnDatabaseSettings | ExistingDatabaseSettings;
  /** Prevents `cdk destroy` and CloudFormation from deleting `Data`, `Watch` and `EdgeWatch`. */
  readonly terminationProtection: boolean;
  /** Whether to create alarms. If the database pauses, they would go off each time it resumes. */
  readonly alarms: boolean;
  /** Recipient of the alarms, who must confirm a message from SNS first. More people can subscribe to the topic. */
  readonly alarmEmail?: string;
  /** How often each list is refreshed. Without it, lists are read only for visitors, so the database can pause. */
  readonly refreshEvery?: Duration;
  readonly logRetention: RetentionDays;
  /** Parts of the world where CloudFront answers. */
  readonly priceClass: PriceClass;
  /** Region of Origin Shield, through which all of CloudFront's requests pass: the nearest one that has it. */
  readonly originShieldRegion?: string;
  /** Your domain. The certificate must be in us-east-1. You create the DNS record. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** A WAFv2 web ACL with scope CLOUDFRONT, in us-east-1. */
  readonly webAclArn?: string;
  /** Maximum concurrent executions per list function. A new account has a low total; the deploy fails if too few would remain. */
  readonly reservedConcurrency?: number;
  /**
   * Monthly budget for the whole account. The topic gets a message if the month has cost 80% of it, or is forecast to exceed it.
   * Set it in only one stage per account.
   */
  readonly monthlyBudgetDollars?: number;
}

/** A cluster that this project creates and the portal fills. */
export interface OwnDatabaseSettings {
  readonly kind: 'own';
  /** Aurora capacity units, in steps of 0.5. One unit has about 2 GiB of memory. 0 lets the cluster pause. */
  readonly minCapacity: number;
  readonly maxCapacity: number;
  /** Time without connections after which it pauses, from 5 minutes to a day. */
  readonly pauseAfter?: Duration;
  /** Address range of its private network. A change after the first deploy creates a new network with a new cluster. */
  readonly networkCidr: string;
  /** Whether RDS refuses to delete it. If the stack is deleted, a final snapshot remains. */
  readonly deletionProtection: boolean;
  readonly backupRetention: Duration;
  /**
   * Name or ARN of the snapshot to restore the cluster from. A new value creates a new cluster. Removing the value creates an
   * empty one, so leave it here after a restore (docs/maintenance.md).
   */
  readonly snapshot?: string;
  /** Number of invented startups to fill it with. Default: empty tables. */
  readonly testDataStartups?: number;
}

/** The portal's cluster, prepared with `npm run operate -- apply`. A deploy does not change it. */
export interface ExistingDatabaseSettings {
  readonly kind: 'existing';
  /** A cluster in the stage's region and account, with the Data API enabled. */
  readonly clusterIdentifier: string;
  /**
   * Complete ARN, including the six characters at its end. The secret contains the user name and password of directory_reader.
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
      minCapacity: 0, // while paused, only storage costs money; the first visitor resumes it
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
      minCapacity: 0.5, // never pauses: with 0, the refresh would resume it every 15 minutes, for the same price
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

/** Tells whether the stage contains invented startups. */
export function isInvented({ database }: StageSettings): boolean {
  return database.kind === 'own' && database.testDataStartups !== undefined;
}

/** Returns the values from which each stage's site is built. */
export function sitesOf(all: Stages) {
  const sites = Object.entries(all).map(
    ([name, each]) => [name, { face: each.site, isInvented: isInvented(each) }] as const,
  );
  return Object.fromEntries(sites);
}
