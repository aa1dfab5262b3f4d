import { Annotations, App, type AppProps, Fn, Stack, Stage, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';

import { serviceStack } from '../contract/names.ts';
import { CopyBucket } from './constructs/buckets.ts';
import { PortalDatabase } from './constructs/portal-database.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { ServiceStack, type StageCode } from './service-stack.ts';
import { CLOUDFRONT_REGION, isInvented, type Stages, type StageSettings } from './stages.ts';
import { EdgeWatchStack, WatchStack } from './watch-stack.ts';

/**
 * The CDK app. It contains all stages and, if the context contains a repository, the delivery stacks. cdk-nag checks all of them
 * with its AwsSolutions rules.
 */
export class DirectoryApp extends App {
  constructor(stages: Stages, code: StageCode, props: AppProps = {}) {
    super(props);
    Validations.of(this).addPlugins(new AwsSolutionsChecks(this));

    for (const [name, each] of Object.entries(stages)) new DirectoryStage(this, name, each, code);

    // An administrator deploys each account's delivery stack by hand (docs/deploy.md).
    if (this.node.tryGetContext('repository') !== undefined) this.#deliver(stages);
  }

  /**
   * Creates a delivery stack for each account in the settings. Stages without an account share a delivery stack in the account of
   * the current credentials.
   */
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

/**
 * A stack whose availability zones are resolved during the deploy. Otherwise, if the account is set, the CDK would look them up
 * during synth, which requires credentials.
 */
class DataStack extends Stack {
  override get availabilityZones(): string[] {
    return [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }
}

/** One stage, with all of its stacks. */
class DirectoryStage extends Stage {
  constructor(scope: Construct, id: string, settings: StageSettings, code: StageCode) {
    const { account, region, terminationProtection } = settings;
    const inAccount = account === undefined ? {} : { account };
    super(scope, id, { env: { region, ...inAccount } });
    // Parameters are excluded, because they cost nothing and their tags have a different format.
    const excludeResourceTypes = ['AWS::SSM::Parameter'];
    Tags.of(this).add('Service', 'public-directory', { excludeResourceTypes });
    Tags.of(this).add('Stage', id, { excludeResourceTypes });

    // This stack contains the data that must not be lost.
    const data = new DataStack(this, 'Data', { terminationProtection });
    const copies = new CopyBucket(data, 'LastGood');
    const database = new PortalDatabase(data, 'Database', settings.database);

    // This stack is not protected, because it can be deleted and deployed again at any time. If it were protected and its first
    // deploy failed, two more commands would be necessary before the next deploy (decision 31).
    const service = new ServiceStack(this, serviceStack, { settings, code, database, copies });
    checkSettings(service, id, settings);

    // These stacks depend on the others, so they are destroyed first. If their termination protection prevents that, the others
    // are not destroyed either.
    const watched = { settings, service, terminationProtection };
    new WatchStack(this, 'Watch', watched);
    if (settings.alarms) {
      const env = { ...inAccount, region: CLOUDFRONT_REGION };
      new EdgeWatchStack(this, 'EdgeWatch', { ...watched, env });
    }
  }
}

/** The longest allowed interval between refreshes in a stage with alarms. The alarms expect two reads in half an hour. */
const LONGEST_REFRESH_MINUTES = 15;

/** Domains that RFC 2606 reserves for examples. */
const PLACEHOLDER = /\bexample\.(?:org|com|net)\b/u;

/**
 * Rejects contradictory settings. Warns about a missing alarm address and, if the stage has real data, about placeholders on
 * its pages. Every `cdk synth` prints the warnings. The delivery workflow runs it with `--strict`, which turns the warnings
 * into errors.
 *
 * @param stack - a stack of the stage, because the CDK does not print warnings that are attached to the stage itself.
 * @throws Error if the stage has alarms, but too few refreshes for them.
 */
function checkSettings(stack: Stack, name: string, settings: StageSettings): void {
  const minutes = settings.refreshEvery?.toMinutes() ?? Infinity;
  if (settings.alarms && minutes > LONGEST_REFRESH_MINUTES) {
    throw new Error(
      `The stage ${name} has alarms, but its lists are refreshed less often than every ${LONGEST_REFRESH_MINUTES} minutes, so the alarms could miss a lasting problem. In lib/stages.ts, set refreshEvery to at most ${LONGEST_REFRESH_MINUTES} minutes, or set alarms to false`,
    );
  }
  const warn = (id: string, text: string): void => {
    Annotations.of(stack).addWarningV2(id, `${name}: ${text} in lib/stages.ts`);
  };
  if (settings.alarms && settings.alarmEmail === undefined) {
    warn('alarm-email', 'its alarms notify no one; set alarmEmail');
  }
  if (isInvented(settings)) return;
  const { contact, terms, imprint = '' } = settings.site;
  for (const [key, value] of Object.entries({ contact, 'terms.url': terms.url, imprint })) {
    if (PLACEHOLDER.test(value)) warn(`site-${key}`, `its pages show ${value}; set site.${key}`);
  }
}
