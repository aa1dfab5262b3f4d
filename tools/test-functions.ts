/** Has CloudFront run a stage's published functions. Run as `npm run test-functions`. */

import { ownTerminal } from './stage/terminal.ts';
import { testFunctions } from './test-functions/command.ts';

// package.json says which versions of Node do; the SDK's own word about the next ones is for us.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

process.exitCode = await testFunctions(process.argv.slice(2), ownTerminal());
