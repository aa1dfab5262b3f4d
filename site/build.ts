/**
 * Builds the files of the site: the pages with their scripts and style sheets, the embed, the OpenAPI description, and the
 * client.
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { inventedFace, type SiteFace } from '../contract/branding.ts';
import { sitePaths } from '../contract/site.ts';
import { documents } from './document.tsx';
import { type ClientPackage, clientPackage } from '../client/pack.ts';
import { bundledFiles, bundledText, root } from '../client/esbuild.ts';
import { openApiDocument } from './openapi/description.ts';
import { documentationSections } from './documentation/sections.ts';

const STYLE = { target: ['chrome123', 'firefox128', 'safari17.5'], minify: true };
const SCRIPT = { format: 'esm', target: 'es2022', minify: true } as const;

const assetsFolder = sitePaths.assets.slice(1);

/**
 * Pictures for invented records, keyed by file name. Each shows a letter on a coloured background. If you change the drawing,
 * also change the file names, because browsers cache the files for a year.
 */
export const initialPictures: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter, index) => {
    const hue = (index * 47) % 360;
    const initial = `<text x="32" y="43" font-family="Georgia,serif" font-size="32" text-anchor="middle" fill="hsl(${hue},50%,30%)">${letter.toUpperCase()}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="hsl(${hue},40%,86%)" d="M0 0h64v64H0z"/>${initial}</svg>\n`;
    return [`initial-${letter}.svg`, svg];
  }),
);

/** The settings of a stage's site. */
export interface StageSite {
  readonly face: SiteFace;
  /** Whether the site shows the test data. */
  readonly isInvented: boolean;
}

/** The site that shows the test data. The programme that it names is invented. */
export const inventedSite: StageSite = { face: inventedFace, isInvented: true };

/**
 * Builds the site and writes it into a folder. The files contain an example address, which the deployment step or the local
 * service replaces with the stage's address.
 *
 * @param ofAll - the client package. It is the same for every stage, so a caller can build it once.
 */
export async function bundleSite(
  into: string,
  { face, isInvented }: StageSite,
  ofAll: Promise<ClientPackage> = clientPackage(),
): Promise<void> {
  const [pages, client] = await Promise.all([sitePages(face), ofAll]);
  const image = await imageOf(face);
  const description = openApiDocument(face, 'The service that returned this description.');
  const files = {
    ...pages,
    [sitePaths.description]: JSON.stringify(description),
    // Invented startups must not appear in search engines.
    [sitePaths.robots]: `User-agent: *\n${isInvented ? 'Disallow: /' : 'Allow: /'}\n`,
    [sitePaths.icon]: await logoOf(face),
    [assetsFolder + image.name]: image.content,
    [sitePaths.client]: client.module,
    [sitePaths.embed]: await embedModule(),
    [sitePaths.clientPackage]: client.tarball,
    ...(isInvented ? inAssets(initialPictures) : {}),
  };

  await mkdir(path.join(into, assetsFolder), { recursive: true });
  await Promise.all(
    Object.entries(files).map(async ([name, content]) => writeFile(path.join(into, name), content)),
  );
}

/**
 * Returns the pages and their assets, keyed by file name. The name of an asset contains a hash of its content. Two builds from
 * the same sources are identical.
 */
export async function sitePages(face: SiteFace): Promise<Readonly<Record<string, string>>> {
  const logo = await logoOf(face);
  const logoName = `logo-${hashOf(logo)}.svg`;
  const [explorer, documentation] = await Promise.all([
    pageAssets('page', 'explorer/main.tsx', 'styles/directory.css', face),
    pageAssets('docs', 'documentation/main.tsx', 'styles/documentation.css', face),
  ]);
  return {
    ...documents({
      face,
      logo: logoName,
      image: (await imageOf(face)).name,
      sections: await documentationSections(face),
      pages: { [sitePaths.page]: explorer, [sitePaths.docs]: documentation },
    }),
    ...inAssets({ ...explorer.files, ...documentation.files, [logoName]: logo }),
  };
}

/** Returns the script of the embed. It contains the style sheet as a string. */
export async function embedModule(): Promise<string> {
  const style = await bundledText('site/styles/embed.css', STYLE);
  const define = { EMBED_STYLE: JSON.stringify(style) };
  return bundledText('site/embed/embed.tsx', { ...SCRIPT, define });
}

function inAssets(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [assetsFolder + name, content]),
  );
}

async function logoOf({ logo }: SiteFace): Promise<string> {
  return readFile(path.join(root, logo), 'utf8');
}

/** Returns the picture for link previews. Its file name contains a hash of its content. */
async function imageOf({ image = 'site/image.png' }: SiteFace) {
  const content = await readFile(path.join(root, image));
  return { name: `image-${hashOf(content)}.png`, content };
}

/** Returns the script and the style sheet of a page. The style sheet contains the accent colour of the stage. */
async function pageAssets(name: string, script: string, style: string, { accent }: SiteFace) {
  const names = { entryNames: `${name}-[hash]`, chunkNames: `${name}-[hash]` };
  const footer = { css: `:root{--brand:${accent}}` };
  const [scripts, styles] = await Promise.all([
    // Splitting puts code that a page does not need at first into separate files.
    bundledFiles(`site/${script}`, { ...SCRIPT, ...names, splitting: true }),
    bundledFiles(`site/${style}`, { ...STYLE, ...names, footer }),
  ]);
  return {
    script: scripts[0]?.name ?? '',
    style: styles[0]?.name ?? '',
    files: Object.fromEntries([...scripts, ...styles].map((file) => [file.name, file.text])),
  };
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 10);
}
