import * as cdk from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import { CLOUDFRONT_REGION, type Stages, type StageSettings } from './stages.ts';

const ISSUER = 'token.actions.githubusercontent.com';

/** The roles from `cdk bootstrap` that a deploy assumes. The roles for container images and context lookups are not needed. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing'];

const CONTEXT = '-c repository=<owner>/<name> -c repositoryIds=<owner id>/<repository id>';

/**
 * The roles that the repository's workflow uses to deploy the stages of one account. The workflow assumes them with tokens from
 * GitHub, so it does not need stored keys. Each stage has its own role, which only jobs in the stage's GitHub environment can
 * assume. All stages in a region of an account use the same bootstrap roles, so each stage's role could also deploy to the
 * other stages in its region. The CDK context must contain the repository, and the numeric ids of its owner and of the
 * repository itself. If the account already has an OIDC provider for GitHub, the context must also contain `provider=existing`,
 * because an account can have only one such provider.
 */
export class DeliveryStack extends cdk.Stack {
  constructor(scope: Construct, id: string, stages: Stages, props: cdk.StackProps = {}) {
    super(scope, id, props);
    const names = this.#pairInContext('repository', /^([\w-]+)\/([\w.-]+)$/u);
    const ids = this.#pairInContext('repositoryIds', /^(\d+)\/(\d+)$/u);

    const providerArn =
      this.node.tryGetContext('provider') === 'existing'
        ? `arn:${this.partition}:iam::${this.account}:oidc-provider/${ISSUER}`
        : new iam.OidcProviderNative(this, 'GitHub', {
            url: `https://${ISSUER}`,
            clientIds: ['sts.amazonaws.com'],
          }).oidcProviderArn;

    for (const [stage, settings] of Object.entries(stages)) {
      const role = new iam.Role(this, `${stage}Role`, {
        description: `Deploys ${stage} for ${names.join('/')}`,
        assumedBy: new iam.WebIdentityPrincipal(providerArn, {
          StringEquals: {
            [`${ISSUER}:aud`]: 'sts.amazonaws.com',
            // The subject contains the environment instead of the branch, because the settings of the environment in GitHub
            // control who may deploy and who must approve.
            [`${ISSUER}:sub`]: subjectsOf(names, ids, stage.toLowerCase()),
          },
        }),
      });
      this.#allow(role, settings);
      new cdk.CfnOutput(this, `${stage}RoleArn`, { value: role.roleArn });
    }
  }

  /** Reads a pair of names or ids from the context. Rejects values that do not match `form`, such as values with wildcards. */
  #pairInContext(key: string, form: RegExp): Pair {
    const value: unknown = this.node.tryGetContext(key);
    const [, owner, name] = form.exec(typeof value === 'string' ? value : '') ?? [];
    if (owner === undefined || name === undefined) {
      throw new Error(
        `The context value ${key} is ${JSON.stringify(value)}: deploy with npx cdk deploy ${this.node.id} ${CONTEXT}`,
      );
    }
    return [owner, name];
  }

  /** Lets the role deploy, but only through the roles that `cdk bootstrap` created in the stage's regions. */
  #allow(role: iam.Role, { region, alarms }: StageSettings): void {
    const { partition, account } = this;
    const { DEFAULT_QUALIFIER: qualifier } = cdk.DefaultStackSynthesizer;
    const regions = new Set(alarms ? [region, CLOUDFRONT_REGION] : [region]);
    const resources = [...regions].flatMap((each) =>
      BOOTSTRAP_ROLES.map(
        (name) =>
          `arn:${partition}:iam::${account}:role/cdk-${qualifier}-${name}-role-${account}-${each}`,
      ),
    );
    role.addToPolicy(new iam.PolicyStatement({ actions: ['sts:AssumeRole'], resources }));
  }
}

type Pair = readonly [owner: string, name: string];

/**
 * Returns the two possible subjects of the token that GitHub issues to a job in an environment. The second subject contains the
 * ids. It is used in repositories that were created, renamed or transferred after 15 July 2026, and in older repositories that
 * opted in. All other repositories use the first subject.
 * https://github.blog/changelog/2026-04-23-immutable-subject-claims-for-github-actions-oidc-tokens
 */
function subjectsOf([owner, name]: Pair, [ownerId, id]: Pair, environment: string): string[] {
  return [`${owner}/${name}`, `${owner}@${ownerId}/${name}@${id}`].map(
    (repository) => `repo:${repository}:environment:${environment}`,
  );
}
