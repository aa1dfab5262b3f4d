import { Annotations, type Stack } from 'aws-cdk-lib';

import { isInvented, type StageSettings } from './stages.ts';

/** The domain that RFC 2606 reserves for examples. */
const PLACEHOLDER = /\bexample\.(?:org|com|net)\b/u;

/**
 * Refuses what cannot work, and warns of what would be wrong in front of visitors: each synth prints the warnings, and `--strict`,
 * with which a delivery synthesizes, stops at them.
 *
 * @param stack - one of the stage: what is said of the stage itself is not printed.
 * @throws where there are alarms without refreshes: each quiet half hour would ring.
 */
export function checkSettings(stack: Stack, name: string, settings: StageSettings): void {
  if (settings.alarms && settings.refreshEvery === undefined) {
    throw new Error(
      `The stage ${name} has alarms but no refreshEvery, so a quiet half hour would set them off: give it refreshEvery in lib/stages.ts, or alarms: false`,
    );
  }
  const warn = (id: string, text: string): void => {
    Annotations.of(stack).addWarningV2(id, `${name}: ${text} in lib/stages.ts`);
  };
  if (settings.alarms && settings.alarmEmail === undefined) {
    warn('alarm-email', 'nobody hears its alarms; set alarmEmail');
  }
  if (isInvented(settings)) return;
  const { contact, terms, imprint = '' } = settings.site;
  for (const [key, value] of Object.entries({ contact, 'terms.url': terms.url, imprint })) {
    if (PLACEHOLDER.test(value)) warn(`site-${key}`, `its pages show ${value}; set site.${key}`);
  }
}
