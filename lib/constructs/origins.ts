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

/** The origins of the distribution. */
export class Origins extends Construct {
  readonly service: IOrigin;
  /** The service, with the store of last-good copies as its fallback. */
  readonly serviceOrStore: IOrigin;
  /** What is served beside the lists. */
  readonly site: IOrigin;

  constructor(scope: Construct, id: string, props: OriginsProps) {
    super(scope, id);
    const { api, lastGood, originShieldRegion, site } = props;

    this.service = new HttpOrigin(api.domainName, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // One attempt: the store answers at once, while a second and third attempt would take time.
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
      // Without permission to list, S3 answers 403 for a missing object.
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
