import { Match } from 'aws-cdk-lib/assertions';

import {
  CONTENT_SECURITY_POLICY,
  EDGE_ERROR_SECONDS,
  fallbackStatuses,
} from '../../../contract/edge.ts';
import { corsHeaders } from '../../../contract/http.ts';
import { allPaths } from '../../../contract/routing.ts';
import { custom, production, resourcesOf, theOne } from '../templates.ts';

const { service, data } = production;

interface Distribution {
  readonly DefaultCacheBehavior: object;
  readonly CacheBehaviors: readonly { readonly PathPattern: string }[];
  readonly Origins: readonly { readonly Id: string }[];
  readonly OriginGroups?: {
    readonly Items: readonly { readonly Id: string; readonly Members: unknown }[];
  };
  readonly CustomErrorResponses: readonly Record<string, number>[];
}

const { DistributionConfig: distribution } = theOne(service, 'AWS::CloudFront::Distribution')
  .Properties as { readonly DistributionConfig: Distribution };

/** In the order of the behaviors: the service is there once more where it has no store behind it. */
const [bucket, api, store] = distribution.Origins;
const [group] = distribution.OriginGroups?.Items ?? [];

describe('the edge', () => {
  it.each([
    ['a list', CONTENT_SECURITY_POLICY],
    ['the site', Match.stringLikeRegexp("^default-src 'none'; script-src 'self';")],
  ])('gives every status of %s CORS and security headers', (_, contentSecurityPolicy) => {
    service.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: {
        CorsConfig: {
          AccessControlAllowCredentials: false,
          AccessControlAllowOrigins: { Items: ['*'] },
          AccessControlAllowMethods: { Items: ['GET', 'HEAD'] },
          AccessControlAllowHeaders: { Items: ['If-None-Match', 'If-Modified-Since'] },
          AccessControlExposeHeaders: {
            Items: corsHeaders['Access-Control-Expose-Headers'].split(', '),
          },
          OriginOverride: true,
        },
        SecurityHeadersConfig: {
          ContentTypeOptions: { Override: true },
          StrictTransportSecurity: { Override: true, AccessControlMaxAgeSec: 31_536_000 },
          ContentSecurityPolicy: { ContentSecurityPolicy: contentSecurityPolicy, Override: true },
        },
      },
    });
  });

  it('repeats no error for longer than a few seconds', () => {
    const errors = distribution.CustomErrorResponses;
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual(
      expect.arrayContaining([400, 403, 404, 405, 500, 501, 502, 503, 504]),
    );
    for (const error of errors) expect(error['ErrorCachingMinTTL']).toBe(EDGE_ERROR_SECONDS);
    expect(EDGE_ERROR_SECONDS).toBeLessThanOrEqual(5);
  });

  it('keeps assets for a year, which are named after their content', () => {
    const assets = distribution.CacheBehaviors.at(-1);
    const [, policy] =
      resourcesOf(production.service, 'AWS::CloudFront::CachePolicy').find(([id]) =>
        JSON.stringify(assets).includes(`"CachePolicyId":{"Ref":"${id}"}`),
      ) ?? [];

    expect(assets).toMatchObject({ PathPattern: '/assets/*', TargetOriginId: bucket?.Id });
    expect(policy?.Properties).toMatchObject({ CachePolicyConfig: { MaxTTL: 31_536_000 } });
  });

  it('serves the last-good copy itself when the service fails, under the very path', () => {
    expect(group).toMatchObject({
      FailoverCriteria: { StatusCodes: { Items: [...fallbackStatuses] } },
      Members: { Items: [{ OriginId: api?.Id }, { OriginId: store?.Id }] },
    });
    for (const other of ['OriginPath', 'OriginShield']) expect(store).not.toHaveProperty(other); // the key is the path
    for (const each of [store, bucket]) expect(each).toHaveProperty('S3OriginConfig');
  });

  it('may read the three objects of the store for a distribution of this account', () => {
    const distributions = ['arn:aws:cloudfront::', { Ref: 'AWS::AccountId' }, ':distribution/*'];
    data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 's3:GetObject',
            Principal: { Service: 'cloudfront.amazonaws.com' },
            // The only key that AWS documents CloudFront to send ("Restricting access to an Amazon S3 origin").
            Condition: { ArnLike: { 'AWS:SourceArn': { 'Fn::Join': ['', distributions] } } },
            Resource: allPaths.toSorted().map((path) => ({
              'Fn::Join': ['', [Match.anyValue(), path]],
            })),
          }),
        ]),
      },
    });
  });
});

describe('a stage with a domain and a WAF', () => {
  it('prints its own address', () => {
    custom.service.hasOutput('Address', { Value: 'https://directory.example.org/v1' });
  });
});
