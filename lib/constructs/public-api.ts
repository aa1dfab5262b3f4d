import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import { GATEWAY_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { metricNamespace, throttledRequests } from '../../contract/names.ts';
import type { CodeFunction } from './code-function.ts';

/**
 * Rate a second and burst of each route: an HTTP API has no limit for all of its routes together. A cache asks for a list
 * once an hour, or once a minute while it is stale, in each of three codings: the burst is what all of CloudFront's regional
 * caches ask for after an invalidation (13 × 3), without Origin Shield to combine them. More comes from somebody who bypasses
 * the cache (docs/decisions/019-the-gateway-stays-reachable.md).
 */
const THROTTLE = { rateLimit: 2, burstLimit: 40 } as const;

/** What is logged of a request: its outcome, and nothing about the client. `error.messageString` would bring its own quotes. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    route: '$context.routeKey',
    status: '$context.status',
    responseBytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    error: '$context.error.message',
    integrationError: '$context.integrationErrorMessage',
  }),
);

/** The HTTP API. */
export class PublicApi extends Construct {
  readonly apiId: string;
  /** Host name under which the edge reaches it. */
  readonly domainName: string;
  readonly accessLogArn: string;
  readonly #api: apigateway.HttpApi;

  constructor(scope: Construct, id: string, stageName: string, retention: logs.RetentionDays) {
    super(scope, id);
    this.#api = new apigateway.HttpApi(this, 'Api', {
      description: 'The three directories',
      createDefaultStage: false, // created below, with a log
    });
    const { region, urlSuffix } = Stack.of(this);
    this.apiId = this.#api.apiId;
    this.domainName = `${this.apiId}.execute-api.${region}.${urlSuffix}`;
    const reason = 'The lists are public: the interface asks for no key and no login';
    Validations.of(this.#api).acknowledge({ id: 'AwsSolutions-APIG4', reason });

    const removalPolicy = RemovalPolicy.DESTROY;
    const accessLog = new logs.LogGroup(this, 'AccessLog', { retention, removalPolicy });
    this.accessLogArn = accessLog.logGroupArn;
    const destination = new apigateway.LogGroupLogDestination(accessLog);
    new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName: '$default', // the path begins with /v1, as everywhere
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: { destination, format: accessLogFormat },
    });

    // API Gateway has no metric for 429 alone.
    accessLog.addMetricFilter('Throttled', {
      filterPattern: logs.FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: metricNamespace(stageName),
      metricName: throttledRequests,
      metricValue: '1',
      defaultValue: 0,
    });
  }

  /** Has a function answer GET and HEAD of its paths. */
  route(name: string, paths: readonly string[], handler: CodeFunction): void {
    const integration = new HttpLambdaIntegration(name, handler.function, {
      timeout: Duration.seconds(GATEWAY_TIMEOUT_SECONDS),
    });
    const methods = [apigateway.HttpMethod.GET, apigateway.HttpMethod.HEAD];
    for (const path of paths) this.#api.addRoutes({ path, methods, integration });
  }
}
