/** What exists in AWS, and how the stages differ. */

import type { PlantedBug } from '../planted-bug.ts';

const handlers = ['test/lib/handlers.test.ts'];
const data = ['test/lib/data.test.ts'];
const watch = ['test/lib/watch.test.ts'];

export const stageBugs: readonly PlantedBug[] = [
  {
    name: 'lets the functions read as the owner of the database',
    file: 'lib/constructs/own-database.ts',
    find: 'return this.#readerSecretArn.in(consumer);',
    replace: 'return this.#ownerSecretArn.in(consumer);',
    tests: handlers,
  },
  {
    name: 'lets each function write the copies of all',
    file: 'lib/constructs/last-good-bucket.ts',
    find: '[directory.path]',
    replace: 'allPaths',
    tests: handlers,
  },
  {
    name: 'lets the functions list the store',
    file: 'lib/constructs/last-good-bucket.ts',
    find: "['s3:GetObject', 's3:PutObject']",
    replace: "['s3:GetObject', 's3:PutObject', 's3:ListBucket']",
    tests: handlers,
  },
  {
    name: 'takes the store down with the stack',
    file: 'lib/constructs/last-good-bucket.ts',
    find: 'RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE',
    replace: 'RemovalPolicy.DESTROY',
    tests: data,
  },
  {
    name: 'overwrites the copies without a version to go back to',
    file: 'lib/constructs/last-good-bucket.ts',
    find: '      versioned: true,\n',
    replace: '',
    tests: data,
  },
  {
    name: 'makes no copies in production while nobody asks',
    file: 'lib/stages.ts',
    find: '    refreshEvery: Duration.minutes(15),\n',
    replace: '',
    tests: handlers,
  },
  {
    name: 'accepts every drop with the schedule',
    file: 'lib/constructs/refresh-schedule.ts',
    find: 'acceptDrop: false',
    replace: 'acceptDrop: true',
    tests: handlers,
  },
  {
    name: 'ends a refresh before the database can wake up',
    file: 'contract/limits.ts',
    find: 'FUNCTION_TIMEOUT_SECONDS = 60;',
    replace: 'FUNCTION_TIMEOUT_SECONDS = 30;',
    tests: ['test/lambda/answer.test.ts'],
  },
  {
    name: 'lets the database of production sleep',
    file: 'lib/stages.ts',
    find: 'minCapacity: 0.5,',
    replace: 'minCapacity: 0,',
    tests: data,
  },
  {
    name: 'lets the database of production be deleted',
    file: 'lib/stages.ts',
    find: 'deletionProtection: true,',
    replace: 'deletionProtection: false,',
    tests: data,
  },
  {
    name: 'publishes invented startups in production',
    file: 'lib/stages.ts',
    find: '      backupRetention: Duration.days(14),\n',
    replace: '      backupRetention: Duration.days(14),\n      testDataStartups: 120,\n',
    tests: data,
  },
  {
    name: 'rings when a value is low instead of high',
    file: 'lib/constructs/alarms.ts',
    find: 'ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD',
    replace: 'ComparisonOperator.LESS_THAN_THRESHOLD',
    tests: watch,
  },
  {
    name: 'rings at a threshold that is never reached',
    file: 'lib/constructs/alarms.ts',
    find: 'threshold: from,',
    replace: 'threshold: from * 1000,',
    tests: watch,
  },
  {
    name: 'takes silence of the copies for health',
    file: 'lib/constructs/alarm-definitions.ts',
    find: '      ringsWhenMissing: true,\n',
    replace: '',
    tests: watch,
  },
  {
    name: 'watches a metric that nobody reports',
    file: 'lib/constructs/directory-metrics.ts',
    find: '[metricDimension]: directory.name',
    replace: 'directory: directory.name',
    tests: watch,
  },
  {
    name: 'deploys functions that cannot write their copy, because there is an older one',
    file: 'aws/refresh.ts',
    find: "kept?.state === 'failed'",
    replace: "kept?.state === 'failed' && copy === undefined",
    tests: ['test/deploy/first-copies.test.ts'],
  },
  {
    name: 'does not look again at functions that have lost a permission',
    file: 'lib/service-stack.ts',
    find: '        Rights: this.functions.map(({ rightsHash }) => rightsHash),\n',
    replace: '',
    tests: handlers,
  },
  {
    name: 'fails a deploy because its role is not known everywhere yet',
    file: 'aws/retry.ts',
    find: 'if (!saysDenied(name)) return notKnownYet(error.cause);',
    replace: 'if (!saysDenied(name) || name.length > 0) return undefined;',
    tests: ['test/deploy/custom-resource.test.ts'],
  },
  {
    name: 'deploys functions that cannot make their first copy',
    file: 'lib/service-stack.ts',
    find: '    this.#makeFirstCopies(props, bucketName, setUp);\n',
    replace: '',
    tests: handlers,
  },
];
