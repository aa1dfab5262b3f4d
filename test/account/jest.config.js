const { STAGE = '', PRODUCTION } = process.env;
const isUnconfirmed = STAGE.toLowerCase() === 'production' && PRODUCTION !== 'yes';
if (STAGE === '' || isUnconfirmed) {
  process.stderr.write(
    STAGE === ''
      ? 'STAGE is not set: STAGE=staging npm run test:account\n'
      : 'PRODUCTION is not "yes", and these tests change production for minutes: STAGE=production PRODUCTION=yes npm run test:account\n',
  );
  process.exit(1);
}

/** Runs the suite against a deployed stage, with the caller's own credentials. @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/stage.ts'],
  testTimeout: 10 * 60_000,
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
  },
};
