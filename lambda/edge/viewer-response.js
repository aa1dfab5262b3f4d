/**
 * CloudFront serves a stored copy if the service fails. This function turns the copy into the stale answer that a Lambda
 * function would have returned. Answers from the Lambda functions remain unchanged. So do errors, because CloudFront runs this
 * function only for statuses below 400.
 *
 * This is a CloudFront Function (JavaScript runtime 2.0). lib/edge-scripts.ts puts the constant `contract` in front of this
 * script.
 */
function handler(event) {
  const headers = event.response.headers;
  const cachedAt = headers['x-amz-meta-cached-at'];
  const format = headers['x-amz-meta-format'];
  const sha256 = headers['x-amz-meta-sha256'];

  // A copy in a different format remains unchanged, because its metadata may have a different meaning.
  const isCopy = cachedAt !== undefined && format !== undefined && format.value === contract.format;
  if (!isCopy) return event.response;

  // Remove the x-amz- headers: the object's metadata, and headers that S3 adds.
  Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-'))
    .forEach((name) => delete headers[name]);
  Object.assign(headers, contract.staleHeaders);
  headers['x-cached-at'] = { value: cachedAt.value };
  if (sha256 !== undefined) headers['etag'] = { value: `W/"${sha256.value.slice(0, 32)}"` };
  return event.response;
}
