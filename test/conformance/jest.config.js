/**
 * Runs only the suite in this folder, against the address of a service, and without the set-up of the other tests.
 *
 * @type {import('jest').Config}
 */
export default {
  testMatch: ['<rootDir>/address.ts'],
  testTimeout: 60_000,
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
  },
};
