import { Match } from 'aws-cdk-lib/assertions';

import {
  CONTENT_SECURITY_POLICY,
  EDGE_ERROR_SECONDS,
  fallbackStatuses,
} from '../../../contract/edge.ts';
import { corsHeaders } from '../../../contract/http.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../../contract/limits.ts';
import { allPaths } from '../../../contract/paths.ts';
import { custom, production, resourcesOf, stageNamed, theOne, variants } from '../templates.ts';

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
const [bucket, api, store, apiAlone] = distribution.Origins;
const [group] = distribution.OriginGroups?.Items ?? [];
const behaviors = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors];

function headersPolicy(name: string) {
  return { Ref: expect.stringMatching(new RegExp(`^Edge${name}Policy`, 'u')) as unknown };
}

const [atRequest, atResponse] = [{ EventType: 'viewer-request' }, { EventType: 'viewer-response' }];
const everyMethod = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];

describe('the edge', () => {
  it.each<[promise: string, type: string, properties: object]>([
    [
      'caches for one hour and never longer, and as the answer says within it',
      'AWS::CloudFront::CachePolicy',
      { CachePolicyConfig: { MinTTL: 0, DefaultTTL: 0, MaxTTL: 3600 } },
    ],
    [
      'has path and encoding as its key: no query strings, cookies or headers',
      'AWS::CloudFront::CachePolicy',
      {
        CachePolicyConfig: {
          ParametersInCacheKeyAndForwardedToOrigin: {
            QueryStringsConfig: { QueryStringBehavior: 'none' },
            CookiesConfig: { CookieBehavior: 'none' },
            HeadersConfig: { HeaderBehavior: 'none' },
            EnableAcceptEncodingBrotli: true,
            EnableAcceptEncodingGzip: true,
          },
        },
      },
    ],
    [
      'signs what it asks of the store',
      'AWS::CloudFront::OriginAccessControl',
      { OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' } },
    ],
    [
      'speaks HTTP/2 and HTTP/3',
      'AWS::CloudFront::Distribution',
      { DistributionConfig: { HttpVersion: 'http2and3', IPV6Enabled: true } },
    ],
  ])('%s', (_, type, properties) => {
    service.hasResourceProperties(type, properties);
  });

  it('forwards nothing else of a request to the service', () => {
    service.resourceCountIs('AWS::CloudFront::OriginRequestPolicy', 0);
    for (const behavior of behaviors) expect(behavior).not.toHaveProperty('OriginRequestPolicyId');
  });

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

  it('asks both origins for the lists, with both functions, and with the methods that CloudFront allows there', () => {
    expect(distribution.CacheBehaviors.slice(0, allPaths.length)).toMatchObject(
      allPaths.map((PathPattern) => ({
        PathPattern,
        TargetOriginId: group?.Id,
        AllowedMethods: ['GET', 'HEAD', 'OPTIONS'],
        FunctionAssociations: [atRequest, atResponse],
        ResponseHeadersPolicyId: headersPolicy('Headers'),
      })),
    );
  });

  it('asks the service for status and feeds, and lets the routing function answer every method', () => {
    expect(distribution.CacheBehaviors.slice(allPaths.length, -1)).toMatchObject(
      ['/status.json', '/feed.xml', '/feed.json'].map((PathPattern) => ({
        PathPattern,
        TargetOriginId: apiAlone?.Id,
        AllowedMethods: everyMethod,
        FunctionAssociations: [atRequest],
        ResponseHeadersPolicyId: headersPolicy('Headers'),
      })),
    );
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

  it('asks the bucket of the site for any other path, and lets the routing function answer every method', () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      TargetOriginId: bucket?.Id,
      AllowedMethods: everyMethod,
      FunctionAssociations: [atRequest],
      ResponseHeadersPolicyId: headersPolicy('SiteHeaders'),
    });
  });

  it('asks a slow service once, no longer than a few seconds more than that takes, and through Origin Shield', () => {
    const { originShieldRegion: OriginShieldRegion } = stageNamed('Production');
    for (const origin of [api, apiAlone]) {
      expect(origin).toMatchObject({
        ConnectionAttempts: 1,
        ConnectionTimeout: 3,
        CustomOriginConfig: { OriginReadTimeout: EDGE_TIMEOUT_SECONDS },
        OriginShield: { Enabled: true, OriginShieldRegion },
      });
    }
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

  it('speaks HTTPS only, and compresses', () => {
    for (const behavior of behaviors) {
      expect(behavior).toMatchObject({ ViewerProtocolPolicy: 'redirect-to-https', Compress: true });
    }
  });

  it('runs its functions on the second runtime', () => {
    service.allResourcesProperties('AWS::CloudFront::Function', {
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
      AutoPublish: true,
    });
    service.resourceCountIs('AWS::CloudFront::Function', 2);
  });
});

describe('a stage with a domain and a WAF', () => {
  it('answers under its name, with TLS 1.2 or later', () => {
    custom.service.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['directory.example.org'],
        ViewerCertificate: {
          AcmCertificateArn: variants.Domain.domain.certificateArn,
          MinimumProtocolVersion: 'TLSv1.2_2021',
          SslSupportMethod: 'sni-only',
        },
        WebACLId: variants.Firewall.webAclArn,
      },
    });
  });

  it('prints its own address', () => {
    custom.service.hasOutput('Address', { Value: 'https://directory.example.org/v1' });
  });
});
