import { deleteOldVersions, oldVersions } from '../../../tools/takedown/copies.ts';
import { FakeBucket } from '../../support/aws/fake-bucket.ts';
import { copyKey } from '../../support/fake-stage.ts';

let bucket: FakeBucket;
beforeEach(() => {
  bucket = new FakeBucket();
});

function keep(count: number): void {
  for (let version = 0; version < count; version += 1) bucket.put(copyKey, `[${version}]`);
}

test('all pages are read, and the current version is on none of them', async () => {
  keep(6);

  const { versions, deleteMarkers } = await oldVersions(bucket.client, 'copies');

  expect(versions.map(({ VersionId }) => VersionId)).toEqual(['v5', 'v4', 'v3', 'v2', 'v1']);
  expect(deleteMarkers).toEqual([]);
});

test('they are deleted a thousand at a time', async () => {
  bucket.pageSize = 1000;
  keep(2002);

  expect(await deleteOldVersions(bucket.client, 'copies')).toBe(2001);
  expect(bucket.deletions.map((ids) => ids.length)).toEqual([1000, 1000, 1]);
  expect(bucket.versions.map(({ id }) => id)).toEqual(['v2002']);
});

test('where there are none nothing is called', async () => {
  keep(1);

  expect(await deleteOldVersions(bucket.client, 'copies')).toBe(0);
  expect(bucket.deletions).toEqual([]);
});
