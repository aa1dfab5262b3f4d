/**
 * Turns a stored copy, which CloudFront serves when everything behind it fails, into the stale answer that a function would
 * have made of it. Answers of the functions pass unchanged. CloudFront runs this on statuses below 400 only.
 *
 * A CloudFront Function (JavaScript runtime 2.0). lib/edge-scripts.ts puts the constant `contract` in front of it.
 */
function handler(event) {
  const headers = event.response.headers;
  const cachedAt = headers['x-amz-meta-cached-at'];
  const format = headers['x-amz-meta-format'];
  const sha256 = headers['x-amz-meta-sha256'];

  // Metadata of another format may mean something else: such a copy passes unchanged.
  const isCopy = cachedAt !== undefined && format !== undefined && format.value === contract.format;
  if (!isCopy) return event.response;

  // Every header in which S3 describes itself or an object.
  Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-'))
    .forEach((name) => delete headers[name]);
  Object.assign(headers, contract.staleHeaders);
  headers['x-cached-at'] = { value: cachedAt.value };
  if (sha256 !== undefined) headers['etag'] = { value: `W/"${sha256.value.slice(0, 32)}"` };
  return event.response;
}
