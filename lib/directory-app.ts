import { Annotations, App, type AppProps, Fn, Stack, Stage, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';

import { serviceStack } from '../contract/names.ts';
import { CopyBucket } from './constructs/copy-bucket.ts';
import { PortalDatabase } from './constructs/portal-database.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { EdgeWatchStack } from './edge-watch-stack.ts';
import { ServiceStack, type StageCode } from './service-stack.ts';
import { CLOUDFRONT_REGION, isInvented, type Stages, type StageSettings } from './stages.ts';
import { WatchStack } from './watch-stack.ts';

/** Every stage, checked against the AwsSolutions rules, and the delivery stack if a repository is given. */
export class DirectoryApp extends App {
  constructor(stages: Stages, code: StageCode, props: AppProps = {}) {
    super(props);
    Validations.of(this).addPlugins(new AwsSolutionsChecks(this));

    for (const [name, each] of Object.entries(stages)) new DirectoryStage(this, name, each, code);

    // Only by hand and once per account: docs/deploy.md
    if (this.node.tryGetContext('repository') !== undefined) this.#deliver(stages);
  }

  /** One stack in each account that a stage names, and one where it is that of the credentials. */
  #deliver(stages: Stages): void {
    const accounts = new Set(Object.values(stages).map(({ account }) => account));
    for (const account of accounts) {
      const own = Object.entries(stages).filter(([, settings]) => settings.account === account);
      const id = account === undefined ? 'Delivery' : `Delivery-${account}`;
      const props = account === undefined ? {} : { env: { account } };
      new DeliveryStack(this, id, Object.fromEntries(own), props);
    }
  }
}

/** Takes its availability zones at the deploy: with an account and a region, the CDK would look them up, which needs credentials. */
class DataStack extends Stack {
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }
}

/** The whole service once. */
class DirectoryStage extends Stage {
  constructor(scope: Construct, id: string, settings: StageSettings, code: StageCode) {
    const { account, alarmEmail, region, terminationProtection } = settings;
    const inAccount = account === undefined ? {} : { account };
    super(scope, id, { env: { region, ...inAccount } });
    // Parameters cost nothing, and their tags have another form.
    const excludeResourceTypes = ['AWS::SSM::Parameter'];
    Tags.of(this).add('Service', 'public-directory', { excludeResourceTypes });
    Tags.of(this).add('Stage', id, { excludeResourceTypes });

    // What must not be lost.
    const data = new DataStack(this, 'Data', { terminationProtection });
    const copies = new CopyBucket(data, 'LastGood');
    const database = new PortalDatabase(data, 'Database', settings.database);

    // Not protected itself: a protected stack whose first deploy fails cannot be deployed again (docs/decisions/031).
    const service = new ServiceStack(this, serviceStack, { settings, code, database, copies });
    checkSettings(service, id, settings);

    // Destroyed first, because it depends on the others: if that is refused, they still exist.
    new WatchStack(this, 'Watch', { settings, service, terminationProtection });
    if (settings.alarms) {
      const env = { ...inAccount, region: CLOUDFRONT_REGION };
      new EdgeWatchStack(this, 'EdgeWatch', { service, alarmEmail, terminationProtection, env });
    }
  }
}

/** An alarm counts two reads in half an hour. */
const LONGEST_REFRESH_MINUTES = 15;

/** The domain that RFC 2606 reserves for examples. */
const PLACEHOLDER = /\bexample\.(?:org|com|net)\b/u;

/**
 * Refuses what cannot work, and warns of what would be wrong in front of visitors: each synth prints the warnings, and `--strict`,
 * with which a delivery synthesizes, stops at them.
 *
 * @param stack - one of the stage: what is said of the stage itself is not printed.
 * @throws Error if alarms expect more refreshes than there are: each quiet half hour would set them off.
 */
function checkSettings(stack: Stack, name: string, settings: StageSettings): void {
  const minutes = settings.refreshEvery?.toMinutes() ?? Infinity;
  if (settings.alarms && minutes > LONGEST_REFRESH_MINUTES) {
    throw new Error(
      `The stage ${name} has alarms, but its lists are refreshed less often than every ${LONGEST_REFRESH_MINUTES} minutes, so a quiet half hour would set them off: set refreshEvery to at most ${LONGEST_REFRESH_MINUTES} minutes in lib/stages.ts, or alarms to false`,
    );
  }
  const warn = (id: string, text: string): void => {
    Annotations.of(stack).addWarningV2(id, `${name}: ${text} in lib/stages.ts`);
  };
  if (settings.alarms && settings.alarmEmail === undefined) {
    warn('alarm-email', 'nobody hears its alarms; set alarmEmail');
  }
  if (isInvented(settings)) return;
  const { contact, terms, imprint = '' } = settings.site;
  for (const [key, value] of Object.entries({ contact, 'terms.url': terms.url, imprint })) {
    if (PLACEHOLDER.test(value)) warn(`site-${key}`, `its pages show ${value}; set site.${key}`);
  }
}
