/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles: Lambda gives a function its credentials in the
 * environment and nowhere else, and the SDK's chain of other places is a fifth of a bundle.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
