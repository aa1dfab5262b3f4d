/** The CDK app that `cdk.json` runs. */

import { bundleStages } from '../lib/bundle.ts';
import { DirectoryApp } from '../lib/directory-app.ts';
import { sitesOf, stages } from '../lib/stages.ts';

new DirectoryApp(stages, await bundleStages(sitesOf(stages))).synth();
