/** Makes the files of the site: the pages with their scripts and style sheets, the description, and the client package. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runInThisContext } from 'node:vm';

import { type Colord, colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import mix from 'colord/plugins/mix';
import * as v from 'valibot';

import { sitePaths } from '../contract/site.ts';
import { inventedFace, type SiteFace } from '../contract/site-face.ts';
import type { DocumentParts } from './document-parts.ts';
import { pictures } from './pictures.ts';
import { type ClientPackage, clientPackage } from '../client/pack.ts';
import { bundledText, root } from '../lib/esbuild.ts';
import { openApiDocument } from '../tools/openapi/document.ts';
import { exampleRecords, recordDescriptions } from '../tools/openapi/schemas.ts';

extend([a11y, mix]);

/** Beside the folders of the functions. */
export const SITE_FOLDER = 'site-files';

const assetsFolder = sitePaths.assets.slice(1);

/** What differs between the sites of stages. */
export interface StageSite {
  readonly face: SiteFace;
  /** Whether its data is the test data. */
  readonly isInvented: boolean;
}

/** The site of nobody, which shows the test data. */
export const inventedSite: StageSite = { face: inventedFace, isInvented: true };

/**
 * The address in the files is an example, which whoever serves them replaces by its own.
 *
 * @param ofAll - the client package, which is the same for every stage.
 */
export async function bundleSite(
  into: string,
  { face, isInvented }: StageSite,
  ofAll: Promise<ClientPackage> = clientPackage(),
): Promise<void> {
  const [pages, client] = await Promise.all([sitePages(face), ofAll]);
  const document = openApiDocument(face, 'The service that serves this description.');
  const files = {
    ...pages,
    [sitePaths.description]: JSON.stringify(document),
    // Nobody shall find invented startups by a search.
    [sitePaths.robots]: `User-agent: *\n${isInvented ? 'Disallow: /' : 'Allow: /'}\n`,
    [sitePaths.icon]: await logoOf(face),
    [sitePaths.client]: client.module,
    [sitePaths.clientPackage]: client.tarball,
    ...(isInvented ? inAssets(pictures) : {}),
  };

  await mkdir(path.join(into, assetsFolder), { recursive: true });
  await Promise.all(
    Object.entries(files).map(async ([name, content]) => writeFile(path.join(into, name), content)),
  );
}

/** The pages and their assets, whose names change with what they hold, by the names of their files. The same sources give the same bytes. */
export async function sitePages(face: SiteFace): Promise<Readonly<Record<string, string>>> {
  const logo = await logoOf(face);
  const logoName = `logo-${hashOf(logo)}.svg`;
  const accent = accentStyle(face.accent);
  const [explorer, documentation] = await Promise.all([
    pageAssets('page', 'main.tsx', 'style.css', accent),
    pageAssets('docs', 'documentation/copy-buttons.ts', 'styles/documentation.css', accent),
  ]);
  return {
    ...(await pageDocuments({
      face,
      logo: logoName,
      records: recordDescriptions(),
      examples: exampleRecords(),
      explorer: explorer.names,
      documentation: documentation.names,
    })),
    ...explorer.files,
    ...documentation.files,
    [assetsFolder + logoName]: logo,
  };
}

function inAssets(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [assetsFolder + name, content]),
  );
}

async function logoOf({ logo }: SiteFace): Promise<string> {
  return readFile(path.join(root, logo), 'utf8');
}

/** The script and the style sheet of a page, which has the accent colour of its stage. */
async function pageAssets(name: string, scriptEntry: string, styleEntry: string, accent: string) {
  const target = ['chrome111', 'firefox113', 'safari16.4'];
  const [script, sharedStyle] = await Promise.all([
    bundledText(`site/${scriptEntry}`, { format: 'esm', target: 'es2022', minify: true }),
    bundledText(`site/${styleEntry}`, { target, minify: true }),
  ]);
  const style = sharedStyle + accent;
  const names = {
    script: `${name}-${hashOf(script)}.js`,
    style: `${name}-${hashOf(style)}.css`,
  };
  return {
    names,
    files: inAssets({ [names.script]: script, [names.style]: style }),
  };
}

/**
 * `paper` is the background in `site/styles/base.css`; `change` makes the contrast to it grow, up to a little more than
 * WCAG's 4.5, because colours are rounded afterwards.
 */
const colourSchemes = {
  light: { paper: '#faf8f3', change: -1, contrast: 4.6, soft: 0.12 },
  dark: { paper: '#111513', change: 1, contrast: 6.5, soft: 0.2 },
} as const;

const ACCENT_STEP = 0.02;

/**
 * The accent colour of a stage as its pages use it: changed as little as reading needs it in either colour scheme.
 *
 * @throws Error where it is not a colour.
 */
export function accentStyle(accent: string): string {
  if (!colord(accent).isValid()) {
    throw new Error(`The accent colour ${accent} is none: write it as #rrggbb, such as #0b5d4d.`);
  }
  const dark = variables(accent, colourSchemes.dark);
  return `:root{${variables(accent, colourSchemes.light)}}@media (prefers-color-scheme:dark){:root{${dark}}}\n`;
}

/** The darkest background of a text in the accent colour is a soft tone of itself. */
function variables(
  accent: string,
  { paper, change, contrast, soft }: (typeof colourSchemes)[keyof typeof colourSchemes],
): string {
  const background = (text: Colord): Colord => colord(paper).mix(text, soft);
  let text = colord(accent);
  while (text.contrast(background(text)) < contrast) {
    text = text.lighten(change * ACCENT_STEP).desaturate(ACCENT_STEP); // a bright colour of full saturation glares
  }
  return `--accent:${text.toHex()};--accent-soft:${background(text).toHex()}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** The components are JSX, which neither Node nor Jest reads: esbuild makes one script of them, which is run here. */
async function pageDocuments(parts: DocumentParts): Promise<Readonly<Record<string, string>>> {
  const script = await bundledText('site/document.tsx', {
    format: 'iife',
    globalName: 'page',
    // Within a function, so that nothing becomes global; what it returns is what running the script gives.
    banner: { js: '(() => {' },
    footer: { js: 'return page.documents; })()' },
  });
  const documents: unknown = runInThisContext(script);
  if (!isRenderer(documents)) throw new Error('site/document.tsx exports no function');
  return v.parse(v.record(v.string(), v.string()), documents(parts));
}

function isRenderer(value: unknown): value is (parts: DocumentParts) => unknown {
  return typeof value === 'function';
}
