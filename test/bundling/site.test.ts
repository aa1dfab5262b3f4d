import { getTitle } from 'valibot';

import { sitePages } from '../../bundling/site.ts';
import { allDirectories } from '../../contract/directories.ts';
import { inventedFace } from '../../contract/site-face.ts';
import { PAGE_CONTENT_SECURITY_POLICY } from '../../contract/site.ts';
import { Enrollment } from '../../contract/startup.ts';

let files: Awaited<ReturnType<typeof sitePages>>;

beforeAll(async () => {
  files = await sitePages(inventedFace);
});

it('is two pages, each with a script and a style sheet whose names change with what they hold', () => {
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

it('is the same bytes each time', async () => {
  expect(await sitePages(inventedFace)).toEqual(files);
});

it('keeps its own policy: nothing in it is inline', () => {
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

it('loads nothing from elsewhere', () => {
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

it('says each field with its type, whether it may be null, and what it means', () => {
  expect(files['docs.html']).toMatch(
    /<code>website_url<\/code><\/th><td class="type">string, uri<span class="or-null"> or null<\/span><\/td><td>Website; always with a scheme/u,
  );
  expect(files['docs.html']).toMatch(
    /<code>enrollments<\/code><\/th><td class="type">array of Enrollment</u,
  );
});

it('says who the programme is, whom to ask, and where the page itself is', () => {
  for (const [index, { html }] of bothPages().entries()) {
    expect(html).toContain(`alt="${inventedFace.programme}"`);
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

it('says where the feeds are', () => {
  for (const { html } of bothPages()) {
    expect([
      ...html.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/gu),
    ]).toEqual([
      expect.arrayContaining(['application/atom+xml', '/feed.xml']),
      expect.arrayContaining(['application/feed+json', '/feed.json']),
    ]);
  }
});

it('asks a page instead of a mailbox, and has no imprint where there is none', async () => {
  const { imprint: _, ...face } = inventedFace;
  const contact = 'https://example.org/contact';
  const { 'index.html': html } = await sitePages({ ...face, contact });

  expect(html).toContain('<a href="https://example.org/contact">Tell Example Incubator</a>');
  expect(html).not.toContain('Imprint');
});

it('says every field of each kind of record, and shows it in an invented one', () => {
  for (const record of [...allDirectories.map((each) => each.record), Enrollment]) {
    const name = getTitle(record) ?? '';
    const [, shown = ''] = files['docs.html']?.split(`aria-label="An invented ${name}"`) ?? [];
    const text = shown.slice(0, shown.indexOf('</pre>'));

    for (const field of Object.keys(record.entries)) {
      expect(files['docs.html']).toContain(`<code>${field}</code>`);
      expect(text).toContain(`<span class="hljs-attr">&quot;${field}&quot;</span>`);
    }
  }
});

it('tells every client to leave out what has expired meanwhile', () => {
  expect(files['docs.html']).toContain('leave out jobs whose <code>expires_at</code> has passed');
});

it('can be read without the script, each section under its own anchor', () => {
  for (const { html } of bothPages()) {
    for (const { path: address } of allDirectories) expect(html).toContain(`href="${address}"`);
  }
  for (const id of ['use', 'fields', 'headers', 'errors', 'promises']) {
    expect(files['docs.html']).toContain(`<section id="${id}"`);
    expect(files['docs.html']).toContain(`<a href="#${id}">`);
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
