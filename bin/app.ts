/** The CDK app: `cdk.json` runs it. */

import { bundleStages } from '../lib/bundle.ts';
import { DirectoryApp } from '../lib/directory-app.ts';
import { sitesOf, stages } from '../lib/stages.ts';

new DirectoryApp(stages, await bundleStages(sitesOf(stages))).synth();
