/** What is served beside the lists, outside of `/v1`, for those who use them. */
export const sitePaths = {
  /** The page that says what the lists are, and shows them. */
  page: '/',
  /** The OpenAPI description. */
  description: '/openapi.json',
  /** How many records each list has, and how old they are. */
  status: '/status.json',
  /** Where the page's script and style sheet are; their names change with what they hold. */
  assets: '/assets/',
} as const;

/**
 * `Content-Security-Policy` of the page. It shows what people typed into a portal: even if some of it became markup, nothing
 * but the page's own files would run. Images come from wherever a record says.
 */
export const PAGE_CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
