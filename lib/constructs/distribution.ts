import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';

import * as edge from '../../contract/edge.ts';
import { corsHeaders, preflightHeaders } from '../../contract/http.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { allPaths } from '../../contract/routing.ts';
import { ASSET_SECONDS, computedPaths, sitePaths } from '../../contract/site.ts';
import { type EdgeScript, edgeScript } from '../edge-scripts.ts';
import type { StageSettings } from '../stages.ts';
import type { CopyBucket, SiteBucket } from './buckets.ts';
import type { PublicApi } from './public-api.ts';

/** All statuses for which CloudFront's error caching can be configured. By default, CloudFront caches an error for 10 s. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

const { VIEWER_REQUEST, VIEWER_RESPONSE } = cloudfront.FunctionEventType;

const ERROR_TTL = Duration.seconds(edge.EDGE_ERROR_SECONDS);

const HTTPS_ONLY_FOR = Duration.seconds(edge.HSTS_SECONDS);

const CONNECTION_TIMEOUT = Duration.seconds(3);

type SecurityHeaders = typeof edge.edgeSecurityHeaders | typeof edge.siteSecurityHeaders;

interface EdgeProps {
  readonly api: PublicApi;
  readonly copies: CopyBucket;
  readonly site: SiteBucket;
  readonly settings: StageSettings;
}

/**
 * The CloudFront distribution. It caches lists for up to an hour, routes requests, serves the site, and serves the last-good
 * copy from S3 if API Gateway fails.
 */
export class Edge extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** Host name that clients use. */
  readonly domainName: string;
  readonly viewerRequest: cloudfront.Function;
  readonly viewerResponse: cloudfront.Function;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { domain, webAclArn, priceClass } = props.settings;

    const cachePolicy = this.#cachePolicy('CachePolicy', edge.edgeLifetime.maxSeconds);
    const assetPolicy = this.#cachePolicy('AssetCachePolicy', ASSET_SECONDS);
    const noMarkup = this.#headersPolicy('Headers', edge.edgeSecurityHeaders);
    const ownScript = this.#headersPolicy('SiteHeaders', edge.siteSecurityHeaders);
    this.viewerRequest = this.#function('ViewerRequest', 'viewer-request');
    this.viewerResponse = this.#function('ViewerResponse', 'viewer-response');
    const atRequest = { eventType: VIEWER_REQUEST, function: this.viewerRequest };
    const atResponse = { eventType: VIEWER_RESPONSE, function: this.viewerResponse };

    const origins = this.#origins(props);
    const list = {
      cachePolicy,
      origin: origins.apiOrCopies,
      responseHeadersPolicy: noMarkup,
      // An origin group supports only these methods. With other methods, `cdk synth` would succeed, but CloudFront would reject
      // the distribution during the deploy.
      allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      functionAssociations: [atRequest, atResponse],
    };
    // All methods are allowed here, so that the viewer-request function can answer unsupported methods itself.
    const anyMethod = {
      cachePolicy,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      functionAssociations: [atRequest],
    };
    const computed = { ...anyMethod, origin: origins.api, responseHeadersPolicy: noMarkup };
    const file = { ...anyMethod, origin: origins.site, responseHeadersPolicy: ownScript };

    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Public directories (${Stack.of(this).stackName})`,
      additionalBehaviors: {
        ...Object.fromEntries(allPaths.map((path) => [path, list])),
        ...Object.fromEntries(computedPaths.map((path) => [path, computed])),
        [`${sitePaths.assets}*`]: { ...file, cachePolicy: assetPolicy },
      },
      defaultBehavior: file,
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: ERROR_TTL })),
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
      ...(webAclArn === undefined ? {} : { webAclId: webAclArn }),
    });
    this.#acknowledgeFindings(props.settings);
    this.domainName = domain?.name ?? this.distribution.distributionDomainName;
  }

  #cachePolicy(id: string, maxSeconds: number): cloudfront.CachePolicy {
    return new cloudfront.CachePolicy(this, id, {
      comment: 'Key: path and encoding. Lifetime: from the Cache-Control header, up to a limit',
      minTtl: Duration.seconds(edge.edgeLifetime.minSeconds),
      defaultTtl: Duration.seconds(edge.edgeLifetime.defaultSeconds),
      maxTtl: Duration.seconds(maxSeconds),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  /**
   * Creates a policy with the headers that CloudFront adds to answers, including errors and last-good copies. The Lambda
   * functions send the same CORS headers, which also come from the contract.
   */
  #headersPolicy(id: string, headers: SecurityHeaders): cloudfront.ResponseHeadersPolicy {
    const { 'Content-Security-Policy': contentSecurityPolicy } = headers;
    return new cloudfront.ResponseHeadersPolicy(new Construct(this, id), 'Policy', {
      comment:
        'Any origin may read any answer; pages run only their own script, other answers run none',
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowOrigins: [corsHeaders['Access-Control-Allow-Origin']],
        accessControlAllowMethods: preflightHeaders['Access-Control-Allow-Methods'].split(', '),
        accessControlAllowHeaders: preflightHeaders['Access-Control-Allow-Headers'].split(', '),
        accessControlExposeHeaders: corsHeaders['Access-Control-Expose-Headers'].split(', '),
        accessControlMaxAge: Duration.seconds(Number(preflightHeaders['Access-Control-Max-Age'])),
        originOverride: true,
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: { accessControlMaxAge: HTTPS_ONLY_FOR, override: true },
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
      },
    });
  }

  #function(id: string, script: EdgeScript): cloudfront.Function {
    const code = cloudfront.FunctionCode.fromInline(edgeScript(script));
    return new cloudfront.Function(this, id, { code });
  }

  #origins({ api: { domainName }, copies, site, settings: { originShieldRegion } }: EdgeProps) {
    const api = new HttpOrigin(domainName, {
      // If a connection fails, CloudFront does not try again, so that it can serve a list's copy from the bucket sooner.
      connectionAttempts: 1,
      connectionTimeout: CONNECTION_TIMEOUT,
      readTimeout: Duration.seconds(EDGE_TIMEOUT_SECONDS),
      ...(originShieldRegion === undefined ? {} : { originShieldRegion }),
    });
    return {
      api,
      apiOrCopies: new OriginGroup({
        primaryOrigin: api,
        // The object's key is the request path, so the path is not rewritten.
        fallbackOrigin: S3BucketOrigin.withOriginAccessControl(copies.bucketIn(this), {
          connectionAttempts: 2,
          connectionTimeout: CONNECTION_TIMEOUT,
        }),
        fallbackStatusCodes: [...edge.fallbackStatuses],
      }),
      site: S3BucketOrigin.withOriginAccessControl(site.bucket, {
        // If CloudFront were not allowed to list the bucket, S3 would answer 403 instead of 404 for a missing object.
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
        connectionTimeout: CONNECTION_TIMEOUT,
      }),
    };
  }

  /** Accepts findings of cdk-nag and the CDK, each with its reason. */
  #acknowledgeFindings({ domain, webAclArn }: StageSettings): void {
    const reasons = {
      'AwsSolutions-CFR1': 'The lists are public in every country',
      'AwsSolutions-CFR3': 'Visitors of public lists are not logged; metrics count their requests',
      'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac':
        'The bucket lets the distributions of its account read the three lists (CopyBucket)',
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'The viewer-request function replaces / with a file name, so no request lists the bucket',
      ...(webAclArn === undefined && {
        'AwsSolutions-CFR2': 'The answers are read-only and cached; a stage can set webAclArn',
      }),
      ...(domain === undefined && {
        'AwsSolutions-CFR4': 'The default domain cloudfront.net has a fixed TLS policy',
      }),
    };
    const accepted = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
    Validations.of(this.distribution).acknowledge(...accepted);
  }
}
