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
