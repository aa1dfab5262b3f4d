import {
  CfnOutput,
  DefaultStackSynthesizer,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import {
  OidcProviderNative,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

import { serviceStackName } from '../contract/names.ts';
import type { StageSettings } from './stages.ts';

const ISSUER = 'token.actions.githubusercontent.com';

/** The roles of `cdk bootstrap` that a deploy without images and lookups assumes. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing'];

const HOW =
  'npx cdk deploy Delivery -c repository=<owner>/<name> -c repositoryIds=<owner id>/<repository id>';

export interface DeliveryStackProps extends StackProps {
  /** On GitHub, as `owner/name`. */
  readonly repository: unknown;
  /** Its numeric ids, as `owner id/repository id`. */
  readonly repositoryIds: unknown;
  /** An account has one OIDC provider for GitHub: whether it exists already. */
  readonly hasProvider: boolean;
  readonly stages: Readonly<Record<string, StageSettings>>;
}

/** Lets the repository's workflow deploy without stored keys: one role per stage, for its GitHub environment only. */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, props: DeliveryStackProps) {
    const { repository, repositoryIds, hasProvider, stages, ...stackProps } = props;
    super(scope, id, stackProps);
    const names = pairOf('repository', repository, /^([\w-]+)\/([\w.-]+)$/u);
    const ids = pairOf('repositoryIds', repositoryIds, /^(\d+)\/(\d+)$/u);

    const providerArn = hasProvider
      ? `arn:${this.partition}:iam::${this.account}:oidc-provider/${ISSUER}`
      : new OidcProviderNative(this, 'GitHub', {
          url: `https://${ISSUER}`,
          clientIds: ['sts.amazonaws.com'],
        }).oidcProviderArn;

    for (const [stage, { region }] of Object.entries(stages)) {
      const role = new Role(this, `${stage}Role`, {
        description: `Deploys ${stage} for ${names.join('/')}`,
        assumedBy: new WebIdentityPrincipal(providerArn, {
          StringEquals: {
            [`${ISSUER}:aud`]: 'sts.amazonaws.com',
            // The environment, not the branch: GitHub controls there who may use it, and who approves.
            [`${ISSUER}:sub`]: subjectsOf(names, ids, stage.toLowerCase()),
          },
        }),
      });
      role.addToPolicy(
        new PolicyStatement({
          actions: ['sts:AssumeRole'],
          resources: BOOTSTRAP_ROLES.map((name) => {
            const roleName = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-role`;
            return `arn:${this.partition}:iam::${this.account}:role/${roleName}-${this.account}-${region}`;
          }),
        }),
      );
      this.#letAskWhatItDeployed(role, stage, region);
      new CfnOutput(this, `${stage}RoleArn`, { value: role.roleArn });
    }
  }

  /** The workflow has CloudFront run the functions that were published. */
  #letAskWhatItDeployed(role: Role, stage: string, region: string): void {
    const { partition, account } = this;
    const permissions = [
      {
        actions: ['cloudfront:DescribeFunction', 'cloudfront:TestFunction'],
        resource: `cloudfront::${account}:function/*`,
      },
      {
        actions: ['cloudformation:DescribeStacks'],
        resource: `cloudformation:${region}:${account}:stack/${serviceStackName(stage)}/*`,
      },
    ];
    for (const { actions, resource } of permissions) {
      role.addToPolicy(
        new PolicyStatement({ actions, resources: [`arn:${partition}:${resource}`] }),
      );
      const named = resource.replace(account, '<AWS::AccountId>');
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${named}]`,
        reason: 'Reads only: which functions there are, what they are called, and what they answer',
      });
    }
  }
}

type Pair = readonly [owner: string, name: string];

/** Refuses what could name more than one repository, such as a wildcard. */
function pairOf(key: string, value: unknown, form: RegExp): Pair {
  const [, owner, name] = form.exec(typeof value === 'string' ? value : '') ?? [];
  if (owner === undefined || name === undefined) {
    throw new Error(`The context value ${key} is ${JSON.stringify(value)}; deploy with: ${HOW}`);
  }
  return [owner, name];
}

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
