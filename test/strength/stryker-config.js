/**
 * Changes the code in every way that Stryker knows, one at a time, and asks whether a test of this part notices.
 *
 * @param {string} part
 * @param {readonly string[]} mutate
 */
export function strykerConfig(part, mutate) {
  return {
    mutate,
    testRunner: 'jest',
    jest: { projectType: 'custom', configFile: `test/strength/${part}.jest.config.js` },
    plugins: ['@stryker-mutator/jest-runner'],
    // Stryker would rewrite it with the API of TypeScript's compiler, which TypeScript 7 does not have.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // A busy machine is four times as slow.
    timeoutMS: 10_000,
    timeoutFactor: 4,
    ignorePatterns: ['cdk.out', '.local', '.stryker'],
    // Not incremental: what is changed in a constant would not be tried again when a test is added.
    incremental: false,
    tempDirName: `.stryker/tmp-${part}`,
    reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
    clearTextReporter: { logTests: false, allowColor: false },
    jsonReporter: { fileName: `.stryker/${part}.json` },
    htmlReporter: { fileName: `.stryker/${part}.html` },
    thresholds: { high: 95, low: 90, break: 90 },
  };
}
