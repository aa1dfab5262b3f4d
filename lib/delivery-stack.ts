import * as cdk from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import { serviceStackName } from '../contract/names.ts';
import type { Stages } from './stages.ts';

const ISSUER = 'token.actions.githubusercontent.com';

/** The roles of `cdk bootstrap` that a deploy without images and lookups assumes. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing'];

const HOW =
  'npx cdk deploy Delivery -c repository=<owner>/<name> -c repositoryIds=<owner id>/<repository id>';

/**
 * Lets the repository's workflow deploy without stored keys: one role per stage, for its GitHub environment only. The context
 * names the repository and its numeric ids, and whether the account has its one OIDC provider for GitHub already.
 */
export class DeliveryStack extends cdk.Stack {
  constructor(scope: Construct, id: string, stages: Stages) {
    super(scope, id);
    const names = this.#pairInContext('repository', /^([\w-]+)\/([\w.-]+)$/u);
    const ids = this.#pairInContext('repositoryIds', /^(\d+)\/(\d+)$/u);

    const providerArn =
      this.node.tryGetContext('provider') === 'existing'
        ? `arn:${this.partition}:iam::${this.account}:oidc-provider/${ISSUER}`
        : new iam.OidcProviderNative(this, 'GitHub', {
            url: `https://${ISSUER}`,
            clientIds: ['sts.amazonaws.com'],
          }).oidcProviderArn;

    for (const [stage, { region }] of Object.entries(stages)) {
      const role = new iam.Role(this, `${stage}Role`, {
        description: `Deploys ${stage} for ${names.join('/')}`,
        assumedBy: new iam.WebIdentityPrincipal(providerArn, {
          StringEquals: {
            [`${ISSUER}:aud`]: 'sts.amazonaws.com',
            // The environment, not the branch: GitHub controls there who may use it, and who approves.
            [`${ISSUER}:sub`]: subjectsOf(names, ids, stage.toLowerCase()),
          },
        }),
      });
      this.#allow(role, stage, region);
      new cdk.CfnOutput(this, `${stage}RoleArn`, { value: role.roleArn });
    }
  }

  /** Refuses what could name more than one repository, such as a wildcard. */
  #pairInContext(key: string, form: RegExp): Pair {
    const value: unknown = this.node.tryGetContext(key);
    const [, owner, name] = form.exec(typeof value === 'string' ? value : '') ?? [];
    if (owner === undefined || name === undefined) {
      throw new Error(`The context value ${key} is ${JSON.stringify(value)}; deploy with: ${HOW}`);
    }
    return [owner, name];
  }

  /** To deploy, and to have CloudFront run the functions that were published. */
  #allow(role: iam.Role, stage: string, region: string): void {
    const { partition, account } = this;
    const allow = (actions: string[], resources: string[]): void => {
      const arns = resources.map((resource) => `arn:${partition}:${resource}`);
      role.addToPolicy(new iam.PolicyStatement({ actions, resources: arns }));
    };
    const { DEFAULT_QUALIFIER: qualifier } = cdk.DefaultStackSynthesizer;
    const roles = BOOTSTRAP_ROLES.map(
      (name) => `iam::${account}:role/cdk-${qualifier}-${name}-role-${account}-${region}`,
    );
    allow(['sts:AssumeRole'], roles);

    const functions = `cloudfront::${account}:function/*`;
    const stack = `cloudformation:${region}:${account}:stack/${serviceStackName(stage)}/*`;
    allow(['cloudfront:DescribeFunction', 'cloudfront:TestFunction'], [functions]);
    allow(['cloudformation:DescribeStacks'], [stack]);
    const reason = 'Reads only: which functions there are, what they are called, what they answer';
    for (const resource of [functions, stack]) {
      const named = resource.replace(account, '<AWS::AccountId>');
      const id = `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${named}]`;
      cdk.Validations.of(role).acknowledge({ id, reason });
    }
  }
}

type Pair = readonly [owner: string, name: string];

/**
 * The subject of GitHub's token for a job in an environment: repositories created, renamed or transferred since 15 July 2026 have
 * the second form, older ones the first until they opt in.
 * https://github.blog/changelog/2026-04-23-immutable-subject-claims-for-github-actions-oidc-tokens
 */
function subjectsOf([owner, name]: Pair, [ownerId, id]: Pair, environment: string): string[] {
  return [`${owner}/${name}`, `${owner}@${ownerId}/${name}@${id}`].map(
    (repository) => `repo:${repository}:environment:${environment}`,
  );
}
