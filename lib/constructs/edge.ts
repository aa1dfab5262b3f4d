import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';

import {
  CONTENT_SECURITY_POLICY,
  EDGE_ERROR_SECONDS,
  edgeLifetime,
  fallbackStatuses,
  HSTS_SECONDS,
} from '../../contract/edge.ts';
import { corsHeaders, preflightHeaders } from '../../contract/http.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { allPaths } from '../../contract/paths.ts';
import { computedPaths, PAGE_CONTENT_SECURITY_POLICY } from '../../contract/site.ts';
import type { StageCode } from '../directory-app.ts';
import type { StageSettings } from '../stages.ts';
import type { LastGoodBucket } from './last-good-bucket.ts';
import type { PublicApi } from './public-api.ts';
import type { Site } from './site.ts';

/** Every status whose error caching CloudFront lets one set. Without a setting an error is cached for 10 s. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

const CONNECTION_TIMEOUT = Duration.seconds(3);

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

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { code, settings } = props;
    const { domain, webAclArn, priceClass } = settings;

    const cachePolicy = new CachePolicy(this, 'CachePolicy', {
      comment: 'Path and encoding are the key; the answer says how long it lives, up to an hour',
      minTtl: Duration.seconds(edgeLifetime.minSeconds),
      defaultTtl: Duration.seconds(edgeLifetime.defaultSeconds),
      maxTtl: Duration.seconds(edgeLifetime.maxSeconds),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
    const listHeaders = this.#headers(
      'Headers',
      'Any origin may read any answer; no answer is markup',
      CONTENT_SECURITY_POLICY,
    );
    const siteHeaders = this.#headers(
      'SiteHeaders',
      'Any origin may read any answer; the page runs its own script only',
      PAGE_CONTENT_SECURITY_POLICY,
    );

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

    const origins = this.#origins(props);
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
    const computed: BehaviorOptions = {
      ...toOrigin,
      origin: origins.service,
      responseHeadersPolicy: listHeaders,
    };

    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Public directories (${Stack.of(this).stackName})`,
      additionalBehaviors: {
        ...Object.fromEntries(allPaths.map((path) => [path, list])),
        ...Object.fromEntries(computedPaths.map((path) => [path, computed])),
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
      ...(domain && {
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
    };
    if (webAclArn === undefined) {
      findings['AwsSolutions-CFR2'] =
        'Read-only answers from a cache; a stage that wants a WAF names it';
    }
    if (domain === undefined) {
      findings['AwsSolutions-CFR4'] = 'The name cloudfront.net comes with its own TLS policy';
    }
    for (const [id, reason] of Object.entries(findings)) {
      Validations.of(this.distribution).acknowledge({ id, reason });
    }
  }

  #origins({ api, lastGood, site, settings: { originShieldRegion } }: EdgeProps) {
    const service = new HttpOrigin(api.domainName, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // One attempt: the store answers at once, while a second and third attempt would take time.
      connectionAttempts: 1,
      connectionTimeout: CONNECTION_TIMEOUT,
      readTimeout: Duration.seconds(EDGE_TIMEOUT_SECONDS),
      ...(originShieldRegion === undefined ? {} : { originShieldRegion }),
    });
    return {
      service,
      serviceOrStore: new OriginGroup({
        primaryOrigin: service,
        // The object's key is the request path, so nothing has to be rewritten.
        fallbackOrigin: S3BucketOrigin.withOriginAccessControl(lastGood.bucketIn(this), {
          connectionAttempts: 2,
          connectionTimeout: CONNECTION_TIMEOUT,
        }),
        fallbackStatusCodes: [...fallbackStatuses],
      }),
      site: S3BucketOrigin.withOriginAccessControl(site.bucket, {
        // Without permission to list, S3 answers 403 for a missing object.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        connectionTimeout: CONNECTION_TIMEOUT,
      }),
    };
  }

  /**
   * What CloudFront adds to every answer, including errors and objects of the store. A function's own answers have the
   * same CORS headers already; the two cannot differ, because both are made from the contract.
   */
  #headers(id: string, comment: string, contentSecurityPolicy: string): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(new Construct(this, id), 'Policy', {
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
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
      },
    });
  }

  #function(id: string, text: string): Function {
    return new Function(this, id, {
      code: FunctionCode.fromInline(text),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}

function words(list: string): string[] {
  return list.split(', ');
}
