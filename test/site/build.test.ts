import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getTitle } from 'valibot';

import { bundleSite, sitePages } from '../../site/build.ts';
import { allDirectories } from '../../contract/directories.ts';
import { inventedFace } from '../../contract/branding.ts';
import { PAGE_CONTENT_SECURITY_POLICY } from '../../contract/site-files.ts';
import { Enrollment } from '../../contract/startup.ts';

let files: Awaited<ReturnType<typeof sitePages>>;

beforeAll(async () => {
  files = await sitePages(inventedFace);
});

it('has two pages, each with a script and a style sheet that are named by their hash', () => {
  expect(Object.keys(files)).toEqual([
    'index.html',
    'docs.html',
    ...['page', 'docs'].flatMap((name) =>
      ['js', 'css'].map((type): unknown =>
        expect.stringMatching(`^assets/${name}-[0-9a-f]{10}\\.${type}$`),
      ),
    ),
    expect.stringMatching(/^assets\/logo-[0-9a-f]{10}\.svg$/u),
  ]);
  for (const { html, assets } of bothPages()) {
    expect(assets).toHaveLength(2);
    for (const [file] of assets) expect(html).toContain(`"/${file}"`);
  }
});

it('has no inline scripts or styles, as its policy demands', () => {
  expect(PAGE_CONTENT_SECURITY_POLICY).not.toContain('unsafe');
  for (const { html, js, assets } of bothPages()) {
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/u);
    expect(html.match(/<script\b[^>]*>[^<]*/gu)).toEqual([
      `<script type="module" src="/${assets[0]?.[0]}">`,
    ]);
    expect(js).not.toMatch(/\beval\(|new Function\(/u);
    expect(js).not.toContain('dangerouslySetInnerHTML={');
  }
});

it('loads files only from its own origin', () => {
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

it('names the programme, its contact and the address of the page', () => {
  for (const [index, { html }] of bothPages().entries()) {
    expect(html).toContain(`<span>${inventedFace.programme}</span>`);
    expect(html).toContain(`<a href="${inventedFace.contact}">directory@example.org</a>`);
    expect(html).toContain(`<a href="${inventedFace.terms.url}">${inventedFace.terms.name}</a>`);
    expect(html).toContain(`<a href="${inventedFace.imprint}">Imprint</a>`);
    expect(html).toContain(
      `<link rel="canonical" href="https://directory.example.org/${['', 'docs'][index]}"/>`,
    );
    expect(html).toContain(
      `<link rel="icon" type="image/svg+xml" href="/${Object.keys(files).at(-1)}"/>`,
    );
  }
});

it('gives a shared link a picture of 1200 by 630, or the one of the stage', async () => {
  const [, name = ''] =
    /property="og:image" content="[^"]*\/(image-[0-9a-f]{10}\.png)"/u.exec(
      files['index.html'] ?? '',
    ) ?? [];
  const folder = await mkdtemp(path.join(tmpdir(), 'site-'));
  const site = { face: inventedFace, isInvented: true };
  await bundleSite(folder, site, Promise.resolve({ module: '', tarball: Buffer.alloc(0) }));
  const image = await readFile(path.join(folder, 'assets', name));
  await rm(folder, { recursive: true });

  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
  const other = await sitePages({ ...inventedFace, image: 'docs/screenshots/desktop.png' });
  expect(other['index.html']).not.toContain(name);
});

it.each(['use', 'fields', 'headers', 'errors', 'client', 'status', 'promises'])(
  'the documentation has the section #%s',
  (id) => {
    expect(files['docs.html']).toContain(`<section id="${id}"`);
  },
);

it('documents every field of each record, and shows it in an invented one', () => {
  for (const record of [...allDirectories.map((each) => each.record), Enrollment]) {
    const name = getTitle(record) ?? '';
    const [, shown = ''] = files['docs.html']?.split(`aria-label="An invented ${name}"`) ?? [];
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
    const textOf = (type: string) => assets.find(([file]) => file.endsWith(type))?.[1] ?? '';
    const html = files[name === 'page' ? 'index.html' : 'docs.html'] ?? '';
    return { html, assets, js: textOf('.js'), css: textOf('.css') };
  });
}
