const { STAGE = '', PRODUCTION } = process.env;
const isUnconfirmed = STAGE.toLowerCase() === 'production' && PRODUCTION !== 'yes';
if (STAGE === '' || isUnconfirmed) {
  process.stderr.write(
    STAGE === ''
      ? 'STAGE is not set. Run: STAGE=staging npm run test:account\n'
      : 'These tests disable a function in production for several minutes. To confirm, run: STAGE=production PRODUCTION=yes npm run test:account\n',
  );
  process.exit(1);
}

/** Configures `npm run test:account`, which tests a stage with the caller's AWS credentials. @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/stage.ts'],
  testTimeout: 10 * 60_000,
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
  },
};
