/** `npm run mutate`: changes the answer's code in every way that Stryker knows, and asks whether a test notices. */

import everything from '../jest.config.js';

export default {
  mutate: ['lambda/directory/*.ts', 'lambda/aws/{copies,data-api}.ts'],
  testRunner: 'jest',
  jest: {
    projectType: 'custom',
    config: {
      ...everything,
      globalSetup: undefined, // it bundles the functions, which these tests do not need
      testMatch: ['<rootDir>/test/{contract,lambda,model}/**/*.test.ts'],
      maxWorkers: 1,
      watchman: false,
    },
  },
  plugins: ['@stryker-mutator/jest-runner'],
  tsconfigFile: 'none', // TypeScript 7 has no API with which Stryker could rewrite it
  coverageAnalysis: 'perTest',
  concurrency: 2,
  ignorePatterns: ['cdk.out', '.local'],
  tempDirName: '.stryker',
};
