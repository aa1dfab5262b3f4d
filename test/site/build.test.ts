import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { getTitle } from 'valibot';

import { bundleSite, embedModule, sitePages } from '../../site/build.ts';
import { allDirectories } from '../../contract/directories.ts';
import { inventedFace } from '../../contract/branding.ts';
import { PAGE_CONTENT_SECURITY_POLICY } from '../../contract/site.ts';
import { Enrollment } from '../../contract/records.ts';
import { newFolder } from '../support/run-folder.ts';

let files: Awaited<ReturnType<typeof sitePages>>;

beforeAll(async () => {
  files = await sitePages(inventedFace);
});

it('the site has two pages, whose scripts and style sheets have a hash in their names', () => {
  const names = Object.keys(files);
  expect(names.slice(0, 2)).toEqual(['index.html', 'docs.html']);
  for (const name of names.slice(2)) {
    expect(name).toMatch(
      /^assets\/(?:(?:page|docs)-[0-9A-Z]{8}\.(?:js|css)|logo-[0-9a-f]{10}\.svg)$/u,
    );
  }
  for (const { html, entry } of bothPages()) {
    expect(names).toContain(entry);
    expect(html).toMatch(/"\/assets\/(?:page|docs)-[0-9A-Z]{8}\.css"/u);
  }
});

it('the pages have no inline scripts or styles, because their policy forbids them', () => {
  expect(PAGE_CONTENT_SECURITY_POLICY).not.toContain('unsafe');
  for (const { html, js, entry } of bothPages()) {
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/u);
    expect(html.match(/<script\b[^>]*>[^<]*/gu)).toEqual([
      `<script type="module" src="/${entry}">`,
    ]);
    expect(js).not.toMatch(/\beval\(|new Function\(/u);
    expect(js).not.toContain('dangerouslySetInnerHTML={');
  }
});

it('the built pages load files only from their own origin', () => {
  for (const { html, css } of bothPages()) {
    const loaded = [
      ...html.matchAll(
        /<(?:script|link(?! rel="canonical")|img|iframe)\b[^>]*?(?:src|href)="([^"]*)"/gu,
      ),
    ];

    expect(loaded.length).toBeGreaterThan(3);
    for (const [, address] of loaded) expect(address).toMatch(/^(?:\/(?!\/)|data:)/u);
    expect(css).not.toMatch(/url\(|@import/u);
  }
});

it('the pages contain the name of the programme, its contact and their own address', () => {
  for (const [index, { html }] of bothPages().entries()) {
    for (const part of [
      '<meta name="description" content="',
      `<span>${inventedFace.programme}</span>`,
      `Write to <a href="${inventedFace.contact}">directory@example.org</a>`,
      `<a href="${inventedFace.terms.url}">${inventedFace.terms.name}</a>`,
      `<a href="${inventedFace.imprint}">Imprint</a>`,
      `<link rel="canonical" href="https://directory.example.org/${['', 'docs'][index]}"/>`,
      `<link rel="icon" type="image/svg+xml" href="/${Object.keys(files).at(-1)}"/>`,
    ])
      expect(html).toContain(part);
  }
});

it("a shared link shows a picture of 1200 by 630 pixels, or the stage's own picture", async () => {
  const [, name = ''] =
    /property="og:image" content="[^"]*\/(image-[0-9a-f]{10}\.png)"/u.exec(
      files['index.html'] ?? '',
    ) ?? [];
  const folder = newFolder('site');
  const site = { face: inventedFace, isInvented: true };
  await bundleSite(folder, site, Promise.resolve({ module: '', tarball: Buffer.alloc(0) }));
  const image = await readFile(path.join(folder, 'assets', name));

  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
  const other = await sitePages({ ...inventedFace, image: 'docs/screenshots/desktop.png' });
  expect(other['index.html']).not.toContain(name);
});

it('the embed is at most 20 KB long after brotli compression at level 5, and contains no parts of the explorer', async () => {
  const embed = await embedModule();
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const { length } = brotliCompressSync(embed, { params });
  process.stdout.write(`embed.js: ${length} bytes with brotli level 5\n`);

  expect(length).toBeLessThanOrEqual(20_000);
  expect(embed).not.toMatch(/text\/csv|Visit website|og:site_name/u);
});

it.each(['use', 'embed', 'fields', 'headers', 'errors', 'client', 'status', 'promises'])(
  'the documentation has the section #%s',
  (id) => {
    expect(files['docs.html']).toContain(`<section id="${id}"`);
  },
);

it('the documentation describes every field of each kind of record, and its examples contain every field', () => {
  for (const record of [...allDirectories.map((each) => each.record), Enrollment]) {
    const name = getTitle(record) ?? '';
    const [, shown = ''] = files['docs.html']?.split(`aria-label="Example of a ${name}"`) ?? [];
    const text = shown.slice(0, shown.indexOf('</pre>'));

    for (const field of Object.keys(record.entries)) {
      expect(files['docs.html']).toContain(`id="${name}-${field}"`.toLowerCase());
      expect(text).toContain(`<span class="hljs-attr">&quot;${field}&quot;</span>`);
    }
  }
});

function bothPages() {
  return ['page', 'docs'].map((name) => {
    const assets = Object.entries(files).filter(([file]) => file.startsWith(`assets/${name}-`));
    const textOf = (type: string) =>
      assets.flatMap(([file, text]) => (file.endsWith(type) ? [text] : [])).join('\n');
    const html = files[name === 'page' ? 'index.html' : 'docs.html'] ?? '';
    const [, entry = ''] = /<script type="module" src="\/([^"]+)"/u.exec(html) ?? [];
    return { html, entry, js: textOf('.js'), css: textOf('.css') };
  });
}
