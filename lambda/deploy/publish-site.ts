/** The deployment step that fills the site's bucket, and empties it before CloudFormation deletes it. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import * as s3 from '@aws-sdk/client-s3';
import * as v from 'valibot';

import { siteFile, sitePaths } from '../../contract/site.ts';
import { customResource, type Step } from './step.ts';

/**
 * The properties that the step reads. `Origin` is the public address of the service, without a path. CloudFormation also sends
 * `ContentHash`, which the step ignores. This hash changes if the step's code or the files change. CloudFormation runs the step
 * again if one of its properties has changed.
 */
const Properties = v.object({ Bucket: v.string(), Origin: v.string() });

export type SiteProperties = v.InferInput<typeof Properties>;

const bundledFiles = path.join(import.meta.dirname, 'files');

export const handler = customResource(publishSite(bundledFiles), emptySite());

/**
 * Publishes the files in `folder` under their names. Uploads the assets before the pages that need them. Files from earlier
 * releases remain, so that a cached page still finds its script.
 */
export function publishSite(folder: string, client = new s3.S3Client({})): Step {
  return async (properties, signal) => {
    const { Bucket, Origin } = v.parse(Properties, properties);
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
    const names = entries.filter((name) => statSync(path.join(folder, name)).isFile());
    const assets = names.filter((name) => `/${name}`.startsWith(sitePaths.assets));
    for (const Key of new Set([...assets, ...names])) {
      const { body: Body, headers } = siteFile(Key, readFileSync(path.join(folder, Key)), Origin);
      const { 'Content-Type': ContentType, 'Cache-Control': CacheControl } = headers;
      const command = new s3.PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl });
      await client.send(command, { abortSignal: signal });
      console.log(`${Key}: ${Body.length} bytes`);
    }
  };
}

/** Empties the bucket, because CloudFormation can delete only an empty bucket. */
export function emptySite(client = new s3.S3Client({})): Step {
  return async (properties, signal) => {
    const { Bucket } = v.parse(Properties, properties);
    for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key } of Contents) {
        await client.send(new s3.DeleteObjectCommand({ Bucket, Key }), { abortSignal: signal });
      }
    }
  };
}
