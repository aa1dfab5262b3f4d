/**
 * Routes requests at the edge. Answers preflights, and returns redirects and errors such as 404, without a Lambda function.
 *
 * This is a CloudFront Function (JavaScript runtime 2.0). lib/edge-scripts.ts puts the constant `contract` in front of it.
 */
function handler(event) {
  const request = event.request;
  const isAsset = new RegExp(contract.assetPattern).test(request.uri);
  const redirect = contract.redirects[request.uri];
  if (redirect !== undefined) return redirect;
  if (!contract.paths.includes(request.uri) && !isAsset) {
    const accept = request.headers.accept;
    const isBrowser = accept !== undefined && accept.value.includes('text/html');
    return isBrowser && !request.uri.startsWith('/v1/') ? contract.notFoundPage : contract.notFound;
  }
  if (request.method === 'OPTIONS') return contract.preflight;
  if (!contract.methods.includes(request.method)) return contract.methodNotAllowed;

  // The pages are objects in a bucket, so their paths are replaced with file names.
  const file = contract.files[request.uri];
  if (file !== undefined) request.uri = `/${file}`;
  return request;
}
