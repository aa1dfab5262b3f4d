/** The parts of an Amazon resource name. */
export interface Arn {
  readonly text: string;
  readonly service: string;
  readonly region: string;
  /** What follows the account. */
  readonly resource: string;
}

export function arnOf(text: string): Arn | undefined {
  const [arn, partition = '', service = '', region = '', account = '', ...rest] = text.split(':');
  const resource = rest.join(':');
  if (arn !== 'arn' || [partition, region, account, resource].includes('')) return undefined;
  return { text, service, region, resource };
}
