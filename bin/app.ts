/** The CDK app: `cdk.json` runs it. */

import { bundleStage } from '../bundling/functions.ts';
import { DirectoryApp } from '../lib/directory-app.ts';
import { stages } from '../lib/stages.ts';

new DirectoryApp(stages, await bundleStage()).synth();
