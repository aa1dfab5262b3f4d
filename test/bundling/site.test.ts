import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { bundlePage, type PageBundle } from '../../bundling/site.ts';
import { allDirectories } from '../../contract/directories.ts';
import { PAGE_CONTENT_SECURITY_POLICY } from '../../contract/site.ts';
import { Enrollment } from '../../contract/startup.ts';

/** The three files together, as they are before they are compressed. */
const LIMIT_BYTES = 100_000;

let folder: string;
let page: PageBundle;
let files: Readonly<Record<'html' | 'js' | 'css', string>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'page-'));
  page = await bundlePage(folder);
  files = await contentsOf(page);
});

afterAll(async () => rm(folder, { recursive: true }));

it('is three files, of which the names of two change with what they hold', () => {
  expect(page.files).toEqual([
    'index.html',
    expect.stringMatching(/^assets\/page-[0-9a-f]{10}\.js$/u),
    expect.stringMatching(/^assets\/page-[0-9a-f]{10}\.css$/u),
  ]);
  for (const file of page.files.slice(1)) expect(files.html).toContain(`"/${file}"`);
});

it('is small', () => {
  const bytes = Object.values(files).map((text) => Buffer.byteLength(text));

  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(LIMIT_BYTES);
});

it('is the same bytes in any folder', async () => {
  const again = await bundlePage(path.join(folder, 'deeper', 'down'));

  expect(again.files).toEqual(page.files);
  expect(await contentsOf(again)).toEqual(files);
});

it('keeps its own policy: nothing in it is inline', () => {
  expect(PAGE_CONTENT_SECURITY_POLICY).not.toContain('unsafe');
  expect(files.html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/u);
  expect(files.html.match(/<script\b[^>]*>[^<]*/gu)).toEqual([
    `<script type="module" src="/${page.files[1]}">`,
  ]);
  expect(files.js).not.toMatch(/\beval\(|new Function\(/u);
  expect(files.js).not.toContain('dangerouslySetInnerHTML={');
});

it('loads nothing from elsewhere', () => {
  const loaded = [
    ...files.html.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]*)"/gu),
  ];

  expect(loaded.length).toBeGreaterThan(3);
  for (const [, address] of loaded) expect(address).toMatch(/^(?:\/(?!\/)|data:)/u);
  expect(files.css).not.toMatch(/url\(|@import/u);
});

it.each([
  ...allDirectories.map(({ name, record }) => [name, record] as const),
  ['enrollments', Enrollment],
] as const)('says every field of the %s', (_, record) => {
  for (const field of Object.keys(record.entries)) {
    expect(files.html).toContain(`<code>${field}</code>`);
  }
});

it('says each field with its type, whether it may be null, and what it means', () => {
  expect(files.html).toMatch(
    /<code>website_url<\/code><\/th><td class="type">string, uri<span class="or-null"> or null<\/span><\/td><td>Website; always with a scheme/u,
  );
  expect(files.html).toMatch(
    /<code>enrollments<\/code><\/th><td class="type">array of Enrollment</u,
  );
});

it('can be read without the script', () => {
  for (const { path: address } of allDirectories) expect(files.html).toContain(`href="${address}"`);
  for (const id of ['fresh', 'explore', 'use', 'fields', 'headers', 'errors', 'promises']) {
    expect(files.html).toContain(`<section id="${id}"`);
  }
});

async function contentsOf(bundle: PageBundle) {
  const [html = '', js = '', css = ''] = await Promise.all(
    bundle.files.map(async (name) => readFile(path.join(bundle.folder, name), 'utf8')),
  );
  return { html, js, css };
}
