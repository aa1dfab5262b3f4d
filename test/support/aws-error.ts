/** An error as a client of the AWS SDK throws it. */
export function awsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name, $fault: 'client', $metadata: {} });
}
