/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles. Lambda gives a function its credentials in the
 * environment and nowhere else; the SDK's chain of other places is a quarter of the bundle.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
