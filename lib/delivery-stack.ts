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

import { serviceStackName } from '../contract/stage.ts';
import type { StageSettings } from './stages.ts';

const ISSUER = 'token.actions.githubusercontent.com';

/** The roles of `cdk bootstrap` that a deploy without images and look-ups takes on. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing'];

export interface DeliveryStackProps extends StackProps {
  /** On GitHub, as `owner/name`. */
  readonly repository: string;
  /** An account has one provider for GitHub: whether it is there already. */
  readonly hasProvider: boolean;
  readonly stages: Readonly<Record<string, StageSettings>>;
}

/** Lets the repository's workflow deploy, with nothing stored: a role for each stage, for its GitHub environment only. */
export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, props: DeliveryStackProps) {
    const { repository, hasProvider, stages, ...stackProps } = props;
    super(scope, id, stackProps);

    const providerArn = hasProvider
      ? `arn:${this.partition}:iam::${this.account}:oidc-provider/${ISSUER}`
      : new OidcProviderNative(this, 'GitHub', {
          url: `https://${ISSUER}`,
          clientIds: ['sts.amazonaws.com'],
        }).oidcProviderArn;

    for (const [stage, { region }] of Object.entries(stages)) {
      const role = new Role(this, `${stage}Role`, {
        description: `Deploys ${stage} for ${repository}`,
        assumedBy: new WebIdentityPrincipal(providerArn, {
          StringEquals: {
            [`${ISSUER}:aud`]: 'sts.amazonaws.com',
            // The environment, not the branch: who may use it is said, and approved, there.
            [`${ISSUER}:sub`]: `repo:${repository}:environment:${stage.toLowerCase()}`,
          },
        }),
      });
      role.addToPolicy(
        new PolicyStatement({
          actions: ['sts:AssumeRole'],
          resources: BOOTSTRAP_ROLES.map((name) => this.#bootstrapRole(name, region)),
        }),
      );
      this.#letAskWhatItDeployed(role, stage, region);
      new CfnOutput(this, `${stage}RoleArn`, { value: role.roleArn });
    }
  }

  /** The workflow has CloudFront run the functions that it has published. */
  #letAskWhatItDeployed(role: Role, stage: string, region: string): void {
    const { partition, account } = this;
    const rights = [
      {
        actions: ['cloudfront:DescribeFunction', 'cloudfront:TestFunction'],
        resource: `cloudfront::${account}:function/*`,
      },
      {
        actions: ['cloudformation:DescribeStacks'],
        resource: `cloudformation:${region}:${account}:stack/${serviceStackName(stage)}/*`,
      },
    ];
    for (const { actions, resource } of rights) {
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

  #bootstrapRole(name: string, region: string): string {
    const qualifier = DefaultStackSynthesizer.DEFAULT_QUALIFIER;
    const roleName = `cdk-${qualifier}-${name}-role-${this.account}-${region}`;
    return `arn:${this.partition}:iam::${this.account}:role/${roleName}`;
  }
}
