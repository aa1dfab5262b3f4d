/**
 * Turns a stored copy, which CloudFront serves if the service fails, into the stale answer that a function would have returned.
 * Answers of the functions stay unchanged. CloudFront runs this only for statuses below 400.
 *
 * A CloudFront Function (JavaScript runtime 2.0). lib/edge-scripts.ts puts the constant `contract` in front of it.
 */
function handler(event) {
  const headers = event.response.headers;
  const cachedAt = headers['x-amz-meta-cached-at'];
  const format = headers['x-amz-meta-format'];
  const sha256 = headers['x-amz-meta-sha256'];

  // A copy of another format stays unchanged, because its metadata may have another meaning.
  const isCopy = cachedAt !== undefined && format !== undefined && format.value === contract.format;
  if (!isCopy) return event.response;

  // Removes the headers of S3.
  Object.keys(headers)
    .filter((name) => name.startsWith('x-amz-'))
    .forEach((name) => delete headers[name]);
  Object.assign(headers, contract.staleHeaders);
  headers['x-cached-at'] = { value: cachedAt.value };
  if (sha256 !== undefined) headers['etag'] = { value: `W/"${sha256.value.slice(0, 32)}"` };
  return event.response;
}
