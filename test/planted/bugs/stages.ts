/** What exists in AWS, and how the stages differ. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const stageBugs: readonly PlantedBug[] = [
  ...bugsIn('lib/constructs/database.ts', ['test/lib/templates.test.ts'], {
    'lets the functions read as the owner of the database': [
      'readerSecretArn.in',
      'ownerSecretArn.in',
    ],
  }),
  ...bugsIn('lib/constructs/last-good-bucket.ts', ['test/lib/templates.test.ts'], {
    'lets each function write the copies of all': ['[itsFunction.directory.path]', 'allPaths'],
    'lets the functions list the store': ["'s3:PutObject'", "'s3:PutObject', 's3:ListBucket'"],
    'takes the store down with the stack': ['RETAIN_ON_UPDATE_OR_DELETE', 'DESTROY'],
    'overwrites the copies without a version to go back to': ['      versioned: true,\n', ''],
  }),
  ...bugsIn('lib/stages.ts', ['test/lib/templates.test.ts'], {
    'makes no copies in production while nobody asks': [
      '    refreshEvery: Duration.minutes(15),\n',
      '',
    ],
    'lets the database of production sleep': ['minCapacity: 0.5,', 'minCapacity: 0,'],
    'lets the database of production be deleted': [
      'deletionProtection: true,',
      'deletionProtection: false,',
    ],
    'publishes invented startups in production': [
      '      backupRetention: Duration.days(14),\n',
      '      backupRetention: Duration.days(14),\n      testDataStartups: 120,\n',
    ],
  }),
  ...bugsIn('bundling/site.ts', ['test/bundling/functions.test.ts'], {
    'lets crawlers find invented startups': [
      "isInvented ? 'Disallow: /'",
      "!isInvented ? 'Disallow: /'",
    ],
  }),
  ...bugsIn('lib/service-stack.ts', ['test/lib/templates.test.ts'], {
    'gives the feeds of every stage the same name': [
      'settings.site.programme',
      "'Public Directory'",
    ],
  }),
  ...bugsIn('lib/service-stack.ts', ['test/lib/templates.test.ts'], {
    'accepts every drop with the schedule': ['acceptDrop: false', 'acceptDrop: true'],
  }),
  ...bugsIn('contract/limits.ts', ['test/lambda/answer.test.ts'], {
    'ends a refresh before the database can wake up': [
      'FUNCTION_TIMEOUT_SECONDS = 60;',
      'FUNCTION_TIMEOUT_SECONDS = 30;',
    ],
  }),
  ...bugsIn('lib/constructs/alarms.ts', ['test/lib/templates.test.ts'], {
    'rings when a value is low instead of high': [
      'ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD',
      'ComparisonOperator.LESS_THAN_THRESHOLD',
    ],
    'rings at a threshold that is never reached': ['threshold: from,', 'threshold: from * 1000,'],
    'takes silence of the copies for health': ['      ringsWhenMissing: true,\n', ''],
  }),
  ...bugsIn('lib/constructs/directory-metrics.ts', ['test/lib/templates.test.ts'], {
    'watches a metric that nobody reports': ['[metricDimension]', 'directory'],
  }),
  ...bugsIn('aws/refresh.ts', ['test/deploy/first-copies.test.ts'], {
    'deploys functions that cannot write their copy, because there is an older one': [
      "kept?.state === 'failed'",
      "kept?.state === 'failed' && copy === undefined",
    ],
  }),
  ...bugsIn('lib/service-stack.ts', ['test/lib/templates.test.ts'], {
    'does not look again at functions that have lost a permission': [
      '        Rights: this.#functions.map(({ rightsHash }) => rightsHash),\n',
      '',
    ],
    'deploys functions that cannot make their first copy': [
      '    this.#makeFirstCopies(props, bucketName, setUp);\n',
      '',
    ],
  }),
  ...bugsIn('aws/retry.ts', ['test/deploy/custom-resource.test.ts'], {
    'fails a deploy because its role is not known everywhere yet': [
      'if (!saysDenied(name)) return notKnownYet(error.cause);',
      'if (!saysDenied(name) || name.length > 0) return undefined;',
    ],
  }),
];
