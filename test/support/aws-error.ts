/** Returns an error that looks like an error from the AWS SDK. */
export function awsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name, $fault: 'client', $metadata: {} });
}
