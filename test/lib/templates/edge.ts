import { Match } from 'aws-cdk-lib/assertions';

import { allDirectories } from '../../../contract/directories.ts';
import {
  CONTENT_SECURITY_POLICY,
  EDGE_ERROR_SECONDS,
  fallbackStatuses,
} from '../../../contract/edge.ts';
import { corsHeaders } from '../../../contract/http.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../../contract/limits.ts';
import { allPaths } from '../../../contract/paths.ts';
import { computedPaths } from '../../../contract/site.ts';
import { custom, production, stageNamed, theOne, variants } from '../templates.ts';

const { service, data } = production;
const { DistributionConfig: distribution } = theOne(service, 'AWS::CloudFront::Distribution')
  .Properties as { readonly DistributionConfig: Distribution };

interface Behavior {
  readonly PathPattern?: string;
  readonly AllowedMethods: readonly string[];
  readonly ResponseHeadersPolicyId: unknown;
  readonly OriginRequestPolicyId?: unknown;
  readonly TargetOriginId: string;
  readonly FunctionAssociations: readonly { readonly EventType: string }[];
}

interface Origin {
  readonly Id: string;
  readonly CustomOriginConfig?: object;
  readonly OriginShield?: unknown;
  readonly OriginPath?: string;
  readonly S3OriginConfig?: unknown;
}

interface OriginGroup {
  readonly Id: string;
  readonly FailoverCriteria: { readonly StatusCodes: { readonly Items: readonly number[] } };
  readonly Members: { readonly Items: readonly { readonly OriginId: string }[] };
}

interface Distribution {
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly Origins: readonly Origin[];
  readonly OriginGroups?: { readonly Items: readonly OriginGroup[] };
  readonly CustomErrorResponses: readonly Record<string, number>[];
}

const behaviors = [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors];
const listBehaviors = distribution.CacheBehaviors.filter(({ PathPattern = '' }) =>
  allPaths.includes(PathPattern),
);
const computedBehaviors = distribution.CacheBehaviors.filter(({ PathPattern = '' }) =>
  computedPaths.includes(PathPattern),
);
const [group] = distribution.OriginGroups?.Items ?? [];

/** The origins of the group in their order: the service, the store. */
const members = (group?.Members.Items ?? []).map(({ OriginId }) =>
  distribution.Origins.find(({ Id }) => Id === OriginId),
);

function eventsOf(behavior: Behavior | undefined) {
  return behavior?.FunctionAssociations.map(({ EventType }) => EventType);
}

describe('the edge', () => {
  it('caches for one hour and never longer, and as the answer says within it', () => {
    const { CachePolicyConfig } = theOne(service, 'AWS::CloudFront::CachePolicy').Properties;
    expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 3600 });
  });

  it('has path and encoding as its key: no query strings, cookies or headers', () => {
    const { CachePolicyConfig } = theOne(service, 'AWS::CloudFront::CachePolicy').Properties;
    expect(CachePolicyConfig).toMatchObject({
      ParametersInCacheKeyAndForwardedToOrigin: {
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
      },
    });
  });

  it('forwards nothing else of a request to the service', () => {
    service.resourceCountIs('AWS::CloudFront::OriginRequestPolicy', 0);
    for (const behavior of behaviors) expect(behavior.OriginRequestPolicyId).toBeUndefined();
  });

  it('gives every status CORS and security headers', () => {
    const csp = "^default-src 'none'; script-src 'self';";
    service.resourceCountIs('AWS::CloudFront::ResponseHeadersPolicy', 2);
    for (const behavior of behaviors) expect(behavior.ResponseHeadersPolicyId).toBeDefined();
    for (const contentSecurityPolicy of [CONTENT_SECURITY_POLICY, Match.stringLikeRegexp(csp)]) {
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
    }
  });

  it('repeats no error for longer than a few seconds', () => {
    const errors = distribution.CustomErrorResponses;
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual(
      expect.arrayContaining([400, 403, 404, 405, 500, 501, 502, 503, 504]),
    );
    for (const error of errors) expect(error['ErrorCachingMinTTL']).toBe(EDGE_ERROR_SECONDS);
    expect(EDGE_ERROR_SECONDS).toBeLessThanOrEqual(5);
  });

  it('has a behavior for each list, with both functions, and leaves other paths to the routing function', () => {
    expect(listBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(
      allDirectories.map(({ path }) => path),
    );
    for (const behavior of listBehaviors) {
      expect(eventsOf(behavior)).toEqual(['viewer-request', 'viewer-response']);
    }
  });

  it('allows GET, HEAD and OPTIONS where there is an origin group, because CloudFront refuses more', () => {
    for (const behavior of listBehaviors) {
      expect(behavior.TargetOriginId).toBe(group?.Id);
      expect(behavior.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS']);
    }
    expect(distribution.DefaultCacheBehavior.TargetOriginId).not.toBe(group?.Id);
  });

  it('lets the routing function answer every method of any other path', () => {
    for (const behavior of [distribution.DefaultCacheBehavior, ...computedBehaviors]) {
      expect(behavior.AllowedMethods).toHaveLength(7);
      expect(eventsOf(behavior)).toEqual(['viewer-request']);
    }
  });

  it('gets the page from its bucket, status and feeds from the service, each with its own headers', () => {
    const originOf = (behavior: Behavior | undefined) =>
      distribution.Origins.find(({ Id }) => Id === behavior?.TargetOriginId);
    const { DefaultCacheBehavior: page } = distribution;

    expect(originOf(page)?.S3OriginConfig).toBeDefined();
    expect(originOf(page)?.Id).not.toBe(members[1]?.Id);
    expect(computedBehaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/status.json',
      '/feed.xml',
      '/feed.json',
    ]);
    for (const computed of computedBehaviors) {
      expect(originOf(computed)?.CustomOriginConfig).toEqual(members[0]?.CustomOriginConfig);
      expect(page.ResponseHeadersPolicyId).not.toEqual(computed.ResponseHeadersPolicyId);
      expect(computed.ResponseHeadersPolicyId).toEqual(listBehaviors[0]?.ResponseHeadersPolicyId);
    }
  });

  it('asks a slow service once, and no longer than a few seconds more than that takes', () => {
    for (const origin of distribution.Origins) {
      if (origin.CustomOriginConfig === undefined) continue;
      expect(origin).toMatchObject({
        ConnectionAttempts: 1,
        ConnectionTimeout: 3,
        CustomOriginConfig: { OriginReadTimeout: EDGE_TIMEOUT_SECONDS },
      });
    }
  });

  it('serves the last-good copy itself when the service fails, under the very path', () => {
    const [primary, store] = members;
    expect(primary?.CustomOriginConfig).toBeDefined();
    expect(store?.S3OriginConfig).toBeDefined();
    expect(store?.OriginPath).toBeUndefined(); // the key is the path
    expect(group?.FailoverCriteria.StatusCodes.Items).toEqual([...fallbackStatuses]);
  });

  it('may read the three objects of the store for a distribution of this account, and signs', () => {
    service.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
      OriginAccessControlConfig: { SigningBehavior: 'always', SigningProtocol: 'sigv4' },
    });
    data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 's3:GetObject',
            Principal: { Service: 'cloudfront.amazonaws.com' },
            // The only key that AWS documents CloudFront to send ("Restricting access to an Amazon S3 origin").
            Condition: {
              ArnLike: {
                'AWS:SourceArn': {
                  'Fn::Join': [
                    '',
                    ['arn:aws:cloudfront::', { Ref: 'AWS::AccountId' }, ':distribution/*'],
                  ],
                },
              },
            },
            Resource: allPaths.toSorted().map((path) => ({
              'Fn::Join': ['', [Match.anyValue(), path]],
            })),
          }),
        ]),
      },
    });
  });

  it('speaks HTTPS only, HTTP/2 and HTTP/3, and compresses', () => {
    expect(distribution).toMatchObject({ HttpVersion: 'http2and3', IPV6Enabled: true });
    for (const behavior of behaviors) {
      expect(behavior).toMatchObject({ ViewerProtocolPolicy: 'redirect-to-https', Compress: true });
    }
  });

  it('asks the service through Origin Shield where the stage names a region for it', () => {
    const region = stageNamed('Production').originShieldRegion;
    const [primary, store] = members;
    expect(primary?.OriginShield).toEqual({ Enabled: true, OriginShieldRegion: region });
    expect(store?.OriginShield).toBeUndefined();
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
