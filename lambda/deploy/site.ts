/** The step of a deployment that fills the bucket of the site, and empties it before it goes. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import {
  DeleteObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import * as v from 'valibot';

import { siteFile, sitePaths } from '../../contract/site.ts';
import { customResource, parsedProperties, type Step } from './custom-resource.ts';

/** `Origin` is where clients ask, without a path. `ContentHash` is there too: it changes with the files. */
const Properties = v.object({ Bucket: v.string(), Origin: v.string() });

export const handler = customResource(
  publishSite(path.join(import.meta.dirname, 'files')),
  undefined,
  emptySite(),
);

/**
 * Publishes the files of `folder` under their names. Previous files stay: a previous page in somebody's cache still finds
 * its script.
 */
export function publishSite(folder: string, client: S3Client = new S3Client({})): Step {
  return async (properties, signal) => {
    const { Bucket, Origin } = parsedProperties(Properties, properties);
    for (const name of namesIn(folder)) {
      const { body, headers } = siteFile(name, readFileSync(path.join(folder, name)), Origin);
      const object = {
        Bucket,
        Key: name,
        Body: body,
        ContentType: headers['Content-Type'],
        CacheControl: headers['Cache-Control'],
      };
      await client.send(new PutObjectCommand(object), { abortSignal: signal });
      console.log(`${name}: ${body.length} bytes`);
    }
  };
}

/** CloudFormation deletes no bucket that holds anything. */
export function emptySite(client: S3Client = new S3Client({})): Step {
  return async (properties, signal) => {
    const { Bucket } = parsedProperties(Properties, properties);
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key } of Contents) {
        await client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal: signal });
      }
    }
  };
}

/** The script before the page that needs it. */
function namesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  return [...names.filter(isAsset), ...names.filter((name) => !isAsset(name))];
}

function isAsset(name: string): boolean {
  return `/${name}`.startsWith(sitePaths.assets);
}
