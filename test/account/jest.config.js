/** Runs the suite against a deployed stage, with the caller's own credentials. @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/stage.ts'],
  testTimeout: 10 * 60_000,
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
  },
};
