import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

import {
  CONTENT_SECURITY_POLICY,
  EDGE_ERROR_SECONDS,
  edgeLifetime,
  HSTS_SECONDS,
} from '../../contract/edge.ts';
import { corsHeaders, preflightHeaders } from '../../contract/http.ts';
import { allPaths } from '../../contract/paths.ts';
import { PAGE_CONTENT_SECURITY_POLICY, sitePaths } from '../../contract/site.ts';
import type { StageCode } from '../directory-app.ts';
import type { StageSettings } from '../stages.ts';
import type { LastGoodBucket } from './last-good-bucket.ts';
import { Origins } from './origins.ts';
import type { PublicApi } from './public-api.ts';
import type { Site } from './site.ts';

/** Every status whose error caching CloudFront lets one set. Without a setting an error is cached for 10 s. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export interface EdgeProps {
  readonly api: PublicApi;
  readonly lastGood: LastGoodBucket;
  readonly site: Site;
  readonly code: Pick<StageCode, 'viewerRequest' | 'viewerResponse'>;
  readonly settings: Pick<
    StageSettings,
    'priceClass' | 'originShieldRegion' | 'domain' | 'webAclArn'
  >;
}

/** CloudFront: the one-hour cache, routing, the page, and the last-good copy itself when everything behind fails. */
export class Edge extends Construct {
  readonly distribution: Distribution;
  /** Host name that clients use. */
  readonly domainName: string;
  readonly functions: Readonly<Record<'viewerRequest' | 'viewerResponse', Function>>;

  constructor(scope: Construct, id: string, { api, lastGood, site, code, settings }: EdgeProps) {
    super(scope, id);
    const { domain, webAclArn, priceClass, originShieldRegion } = settings;

    const cachePolicy = new CachePolicy(this, 'CachePolicy', {
      comment: 'Path and encoding are the key; the answer says how long it lives, up to an hour',
      minTtl: Duration.seconds(edgeLifetime.minSeconds),
      defaultTtl: Duration.seconds(edgeLifetime.defaultSeconds),
      maxTtl: Duration.seconds(edgeLifetime.maxSeconds),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
    const { policy: listHeaders } = new EdgeHeaders(this, 'Headers', {
      comment: 'Any origin may read any answer; no answer is markup',
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    });
    const { policy: siteHeaders } = new EdgeHeaders(this, 'SiteHeaders', {
      comment: 'Any origin may read any answer; the page runs its own script only',
      contentSecurityPolicy: PAGE_CONTENT_SECURITY_POLICY,
    });

    this.functions = {
      viewerRequest: this.#function('ViewerRequest', code.viewerRequest),
      viewerResponse: this.#function('ViewerResponse', code.viewerResponse),
    };
    const viewerRequest = {
      eventType: FunctionEventType.VIEWER_REQUEST,
      function: this.functions.viewerRequest,
    };
    const viewerResponse = {
      eventType: FunctionEventType.VIEWER_RESPONSE,
      function: this.functions.viewerResponse,
    };

    const origins = new Origins(this, 'Origins', { api, lastGood, originShieldRegion, site });
    const common = {
      cachePolicy,
      compress: true,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
    const list: BehaviorOptions = {
      ...common,
      origin: origins.serviceOrStore,
      responseHeadersPolicy: listHeaders,
      // CloudFront refuses other methods with an origin group, and only when it is deployed.
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      functionAssociations: [viewerRequest, viewerResponse],
    };
    const toOrigin = {
      ...common,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      functionAssociations: [viewerRequest],
    };

    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Public directories (${Stack.of(this).stackName})`,
      additionalBehaviors: {
        ...Object.fromEntries(allPaths.map((path) => [path, list])),
        [sitePaths.status]: {
          ...toOrigin,
          origin: origins.service,
          responseHeadersPolicy: listHeaders,
        },
      },
      // The viewer-request function answers for what is not part of the site, whatever the method.
      defaultBehavior: {
        ...toOrigin,
        origin: origins.site,
        responseHeadersPolicy: siteHeaders,
      },
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(EDGE_ERROR_SECONDS),
      })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass,
      publishAdditionalMetrics: true, // the cache hit rate
      ...(domain === undefined
        ? {}
        : {
            domainNames: [domain.name],
            minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
          }),
      ...(webAclArn === undefined ? {} : { webAclId: webAclArn }),
    });
    this.#acknowledge(settings);
    this.domainName = domain?.name ?? this.distribution.distributionDomainName;
  }

  /** Findings that are accepted for this service, each with its reason. */
  #acknowledge({ domain, webAclArn }: EdgeProps['settings']): void {
    const findings: Record<string, string> = {
      'AwsSolutions-CFR1': 'The lists are for the whole world',
      'AwsSolutions-CFR3': "Who reads public lists is nobody's business; the metrics say how often",
      'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac':
        'The bucket lets the distributions of its account read the three lists (LastGoodBucket)',
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'Only the root is rewritten to a file; no path of the bucket lists it (viewer-request)',
      ...(webAclArn === undefined
        ? {
            'AwsSolutions-CFR2':
              'Read-only answers from a cache; a stage that wants a WAF names it',
          }
        : {}),
      ...(domain === undefined
        ? { 'AwsSolutions-CFR4': 'The name cloudfront.net comes with its own TLS policy' }
        : {}),
    };
    for (const [id, reason] of Object.entries(findings)) {
      Validations.of(this.distribution).acknowledge({ id, reason });
    }
  }

  #function(id: string, text: string): Function {
    return new Function(this, id, {
      code: FunctionCode.fromInline(text),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}

interface EdgeHeadersProps {
  readonly comment: string;
  readonly contentSecurityPolicy: string;
}

/**
 * What CloudFront adds to every answer, including errors and objects of the store. A function's own answers have the
 * same CORS headers already; the two cannot differ, because both are made from the contract.
 */
class EdgeHeaders extends Construct {
  readonly policy: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, { comment, contentSecurityPolicy }: EdgeHeadersProps) {
    super(scope, id);
    this.policy = new ResponseHeadersPolicy(this, 'Policy', {
      comment,
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowOrigins: [corsHeaders['Access-Control-Allow-Origin']],
        accessControlAllowMethods: words(preflightHeaders['Access-Control-Allow-Methods']),
        accessControlAllowHeaders: words(preflightHeaders['Access-Control-Allow-Headers']),
        accessControlExposeHeaders: words(corsHeaders['Access-Control-Expose-Headers']),
        accessControlMaxAge: Duration.seconds(Number(preflightHeaders['Access-Control-Max-Age'])),
        originOverride: true,
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(HSTS_SECONDS),
          override: true,
        },
        contentSecurityPolicy: {
          contentSecurityPolicy,
          override: true,
        },
      },
    });
  }
}

function words(list: string): string[] {
  return list.split(', ');
}
