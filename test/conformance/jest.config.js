/** Runs the suite against an address: no other test, no set-up. @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/address.ts'],
  testTimeout: 60_000,
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
  },
};
