import type { Template } from 'aws-cdk-lib/assertions';

const hash = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gu;

/** A template without the hashes of what runs: a snapshot shows what exists in AWS, whatever the code. */
export function maskedTemplate(template: Template): unknown {
  return JSON.parse(JSON.stringify(template.toJSON()).replaceAll(hash, '<asset-hash>'));
}
