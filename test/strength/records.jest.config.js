import { jestConfig } from './jest-config.js';

export default jestConfig(['contract/**/*.test.ts', 'lambda/check.test.ts']);
