/** Returns an error like those of the AWS SDK. */
export function awsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name, $fault: 'client', $metadata: {} });
}
