/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda passes credentials in environment variables, so the SDK's
 * other sources of credentials are never used. Their code would make up a quarter to a third of each bundle.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
