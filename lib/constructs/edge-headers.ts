import { Duration } from 'aws-cdk-lib';
import { ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

import { HSTS_SECONDS } from '../../contract/edge.ts';
import { corsHeaders, preflightHeaders } from '../../contract/http.ts';

export interface EdgeHeadersProps {
  readonly comment: string;
  readonly contentSecurityPolicy: string;
}

/**
 * What CloudFront adds to every answer, including errors and objects of the store. A function's own answers have the
 * same CORS headers already; the two cannot differ, because both are made from the contract.
 */
export class EdgeHeaders extends Construct {
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
