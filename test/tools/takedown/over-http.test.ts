/** The steps at S3 over HTTP, by the SDK's own clients. */

import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { copyHeaders, timeInWhiteSpace } from '../../../contract/last-good.ts';
import { sha256Of } from '../../../aws/last-good.ts';
import { type Server, startServer } from '../../../local/endpoint/server.ts';
import { startObjectStore } from '../../../local/object-store/start-object-store.ts';
import { deleteOldVersions, readCopy, removeFromCopy } from '../../../tools/takedown/copies.ts';
import { founder, many, uuidOf } from '../../support/records/records.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function clientOf(endpoint: string): S3Client {
  const s3 = new S3Client({ endpoint, forcePathStyle: true, maxAttempts: 1 });
  closing.unshift(() => {
    s3.destroy();
  });
  return s3;
}

test('the copy is read, written over what was read, and read again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'takedown-'));
  const store = await startObjectStore({ folder, buckets: ['copies'], clock: new VirtualClock() });
  closing.push(
    async () => store.close(),
    () => {
      rmSync(folder, { recursive: true });
    },
  );
  const s3 = clientOf(store.url);
  const body = Buffer.from(JSON.stringify(many(3, founder)));
  const about = {
    bucket: 'copies',
    directory: 'founders',
    cachedAt: 7_200_000,
    records: 3,
    sha256: sha256Of(body),
  };
  const stored = `${body.toString()}${timeInWhiteSpace(about.cachedAt)}`;
  const copy = { Bucket: 'copies', Key: 'v1/founders', Body: stored, ...copyHeaders(about) };

  expect(await readCopy(s3, 'copies')).toEqual({ state: 'absent' });
  await s3.send(new PutObjectCommand(copy));
  const removed = await removeFromCopy(s3, 'copies', uuidOf(2));
  const again = await removeFromCopy(s3, 'copies', uuidOf(2));

  expect([removed, again]).toEqual([true, false]);
  expect(await readCopy(s3, 'copies')).toMatchObject({
    state: 'found',
    records: [founder(1), founder(3)],
    cachedAt: 7_200_000,
  });
});

describe('old versions', () => {
  const listed = `<ListVersionsResult><Name>copies</Name><IsTruncated>false</IsTruncated>
    <Version><Key>v1/founders</Key><VersionId>new</VersionId><IsLatest>true</IsLatest></Version>
    <Version><Key>v1/founders</Key><VersionId>old</VersionId><IsLatest>false</IsLatest></Version>
    <DeleteMarker><Key>v1/founders</Key><VersionId>gone</VersionId><IsLatest>false</IsLatest></DeleteMarker>
    </ListVersionsResult>`;

  async function bucketThat(answerToDelete: string): Promise<[S3Client, string[]]> {
    const asked: string[] = [];
    const server: Server = await startServer(async (call) => {
      const body = (await call.body(10_000)).toString();
      const isDelete = call.request.method === 'POST';
      if (isDelete)
        asked.push(...[...body.matchAll(/<VersionId>([^<]*)</gu)].map(([, id = '']) => id));
      const headers = { 'content-type': 'application/xml' };
      return { status: 200, headers, body: isDelete ? answerToDelete : listed };
    });
    closing.push(async () => server.close());
    return [clientOf(server.url), asked];
  }

  test('are listed and deleted by their ids', async () => {
    const [s3, asked] = await bucketThat('<DeleteResult/>');

    expect(await deleteOldVersions(s3, 'copies')).toBe(2);
    expect(asked).toEqual(['old', 'gone']);
  });

  test('that S3 does not delete end in an error', async () => {
    const [s3] = await bucketThat(
      '<DeleteResult><Error><Key>v1/founders</Key><VersionId>old</VersionId><Code>AccessDenied</Code><Message>Access Denied</Message></Error></DeleteResult>',
    );

    await expect(deleteOldVersions(s3, 'copies')).rejects.toThrow(
      "1 of the copy's old versions could not be deleted (AccessDenied: Access Denied): the caller needs s3:DeleteObjectVersion on the bucket copies; then run this again.",
    );
  });
});
