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
 * The allowed requests per second, and the allowed burst, of each route. An HTTP API has no limit that applies to all of its
 * routes together. Each of CloudFront's 13 regional caches requests each list in three content encodings, once an hour, or once
 * a minute while the list is stale. After an invalidation, all of these caches may request a list at the same time. They send
 * 39 requests per list if Origin Shield does not combine them. More requests than that usually come from a client that bypasses
 * the cache (docs/decisions/019-the-gateway-stays-reachable.md).
 */
const THROTTLE = { rateLimit: 2, burstLimit: 40 } as const;

/**
 * The log line of a request. It contains the outcome, but no data about the client. It uses `error.message`, because the value
 * of `error.messageString` already has quotes, and this format adds its own.
 */
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

/** The HTTP API in API Gateway, with its access log. */
export class PublicApi extends Construct {
  readonly apiId: string;
  /** Host name at which CloudFront reaches the API. */
  readonly domainName: string;
  readonly accessLogArn: string;
  readonly #api: apigateway.HttpApi;

  constructor(scope: Construct, id: string, stageName: string, retention: logs.RetentionDays) {
    super(scope, id);
    this.#api = new apigateway.HttpApi(this, 'Api', {
      description: 'The three directories',
      createDefaultStage: false, // created below, with an access log
    });
    const { region, urlSuffix } = Stack.of(this);
    this.apiId = this.#api.apiId;
    this.domainName = `${this.apiId}.execute-api.${region}.${urlSuffix}`;
    const reason = 'The lists are public: clients need neither a key nor a login';
    Validations.of(this.#api).acknowledge({ id: 'AwsSolutions-APIG4', reason });

    const removalPolicy = RemovalPolicy.DESTROY;
    const accessLog = new logs.LogGroup(this, 'AccessLog', { retention, removalPolicy });
    this.accessLogArn = accessLog.logGroupArn;
    const destination = new apigateway.LogGroupLogDestination(accessLog);
    new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName: '$default', // the API's default stage, whose name is not part of the path
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: { destination, format: accessLogFormat },
    });

    // API Gateway has no metric for status 429, so this filter counts the throttled requests in the access log.
    accessLog.addMetricFilter('Throttled', {
      filterPattern: logs.FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: metricNamespace(stageName),
      metricName: throttledRequests,
      metricValue: '1',
      defaultValue: 0,
    });
  }

  /** Routes GET and HEAD requests for these paths to a function. */
  route(name: string, paths: readonly string[], handler: CodeFunction): void {
    const integration = new HttpLambdaIntegration(name, handler.function, {
      timeout: Duration.seconds(GATEWAY_TIMEOUT_SECONDS),
    });
    const methods = [apigateway.HttpMethod.GET, apigateway.HttpMethod.HEAD];
    for (const path of paths) this.#api.addRoutes({ path, methods, integration });
  }
}
