import { Duration } from 'aws-cdk-lib';
import {
  AccessLevel,
  type IOrigin,
  OriginProtocolPolicy,
  OriginSslPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';

import { fallbackStatuses } from '../../contract/edge.ts';
import { EDGE_TIMEOUT_SECONDS } from '../../contract/limits.ts';
import type { LastGoodBucket } from './last-good-bucket.ts';
import type { PublicApi } from './public-api.ts';
import type { Site } from './site.ts';

const CONNECTION_TIMEOUT = Duration.seconds(3);

export interface OriginsProps {
  readonly api: PublicApi;
  readonly lastGood: LastGoodBucket;
  readonly originShieldRegion: string | undefined;
  readonly site: Site;
}

/** Where CloudFront gets what it does not have. */
export class Origins extends Construct {
  readonly service: IOrigin;
  /** The store of last-good copies where the service fails. */
  readonly serviceOrStore: IOrigin;
  /** What stands beside the lists. */
  readonly site: IOrigin;

  constructor(scope: Construct, id: string, props: OriginsProps) {
    super(scope, id);
    const { api, lastGood, originShieldRegion, site } = props;

    this.service = new HttpOrigin(api.domainName, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // Once: the store answers at once where a second and a third try of the same would take their time.
      connectionAttempts: 1,
      connectionTimeout: CONNECTION_TIMEOUT,
      readTimeout: Duration.seconds(EDGE_TIMEOUT_SECONDS),
      ...(originShieldRegion === undefined ? {} : { originShieldRegion }),
    });
    this.serviceOrStore = new OriginGroup({
      primaryOrigin: this.service,
      fallbackOrigin: this.#store(lastGood),
      fallbackStatusCodes: [...fallbackStatuses],
    });
    this.site = S3BucketOrigin.withOriginAccessControl(site.bucket, {
      // Without the right to list, S3 says 403 of what is not there.
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      connectionTimeout: CONNECTION_TIMEOUT,
    });
  }

  /** The object's key is the request path, so nothing has to be rewritten. */
  #store(lastGood: LastGoodBucket): IOrigin {
    return S3BucketOrigin.withOriginAccessControl(lastGood.bucketIn(this), {
      connectionAttempts: 2,
      connectionTimeout: CONNECTION_TIMEOUT,
    });
  }
}
