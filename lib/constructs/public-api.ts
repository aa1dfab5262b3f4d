import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import { GATEWAY_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import { feedPaths, sitePaths } from '../../contract/site.ts';
import type { DirectoryFunction } from './functions.ts';

/**
 * Rate a second and burst of the whole API. A cache asks for a list once an hour, or once a minute while it is
 * stale, in each of three codings: the burst is what all of CloudFront's regional caches ask for after an invalidation
 * (13 × 9), without Origin Shield to combine them. More comes from somebody who bypasses the cache (decision 19).
 */
const THROTTLE = { rateLimit: 5, burstLimit: 120 } as const;

/** What is logged of a request: its outcome, and nothing about the client. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    route: '$context.routeKey',
    status: '$context.status',
    responseBytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    error: '$context.error.messageString',
    integrationError: '$context.integrationErrorMessage',
  }),
);

export interface PublicApiProps {
  readonly functions: readonly DirectoryFunction[];
  readonly status: Function;
  readonly feed: Function;
  readonly logRetention: RetentionDays;
}

/** The HTTP API: a route for each method of each directory, of the status and of the feeds. */
export class PublicApi extends Construct {
  readonly stage: HttpStage;
  readonly accessLog: LogGroup;
  readonly #api: HttpApi;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    const { functions, status, feed, logRetention } = props;

    this.#api = new HttpApi(this, 'Api', {
      description: 'The three directories',
      createDefaultStage: false, // created below, with a log
    });

    Validations.of(this.#api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'The lists are public: the interface asks for no key and no login',
    });

    for (const { directory, function: lambdaFunction } of functions) {
      this.#route([directory.path], directory.name, lambdaFunction);
    }
    this.#route([sitePaths.status], 'status', status);
    this.#route(feedPaths, 'feed', feed);

    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.#api,
      stageName: '$default', // the path begins with /v1, as everywhere
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: accessLogFormat,
      },
    });
  }

  #route(paths: readonly string[], name: string, lambdaFunction: Function): void {
    const integration = new HttpLambdaIntegration(name, lambdaFunction, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      timeout: Duration.seconds(GATEWAY_TIMEOUT_SECONDS),
    });
    for (const path of paths) {
      this.#api.addRoutes({ path, methods: [HttpMethod.GET, HttpMethod.HEAD], integration });
    }
  }

  get apiId(): string {
    return this.#api.apiId;
  }

  /** Host name under which the edge reaches it. */
  get domainName(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${this.#api.apiId}.execute-api.${region}.${urlSuffix}`;
  }
}
