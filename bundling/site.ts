/** Makes the files of the site: the pages with their scripts and style sheets, and the description. */

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runInThisContext } from 'node:vm';

import * as v from 'valibot';

import { sitePaths } from '../contract/site.ts';
import type { DocumentParts } from '../page/document-parts.ts';
import { bundledText } from './esbuild.ts';
import { openApiDocument } from './openapi.ts';
import { recordDescriptions } from './schemas.ts';

/** Beside the folders of the functions. */
export const SITE_FOLDER = 'site-files';

const assetsFolder = sitePaths.assets.slice(1);

export interface PageBundle {
  readonly folder: string;
  /** Relative to the folder, with slashes, as in an address. */
  readonly files: readonly string[];
}

/** The address in the files is an example, which whoever serves them replaces by its own. */
export async function bundleSite(into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  const document = openApiDocument('The service that serves this description');
  await Promise.all([
    bundlePage(into),
    writeFile(path.join(into, sitePaths.description), JSON.stringify(document)),
  ]);
}

/** The same sources give the same bytes in any folder. The names of the assets change with what they hold. */
export async function bundlePage(into: string): Promise<PageBundle> {
  const [explorer, documentation] = await Promise.all([
    pageAssets('page', 'page/main.tsx', 'page/style.css'),
    pageAssets('docs', 'page/documentation/copy-buttons.ts', 'page/styles/documentation.css'),
  ]);
  const contents = {
    ...(await pageDocuments({
      records: recordDescriptions(),
      explorer: explorer.names,
      documentation: documentation.names,
    })),
    ...explorer.files,
    ...documentation.files,
  };

  await mkdir(path.join(into, assetsFolder), { recursive: true });
  await Promise.all(
    Object.entries(contents).map(async ([file, text]) => writeFile(path.join(into, file), text)),
  );
  return { folder: into, files: Object.keys(contents) };
}

/** The script and the style sheet of a page. */
async function pageAssets(name: string, scriptEntry: string, styleEntry: string) {
  const [script, style] = await Promise.all([
    bundledText(scriptEntry, { format: 'esm', target: 'es2022', minify: true }),
    bundledText(styleEntry, { target: ['chrome111', 'firefox113', 'safari16.4'], minify: true }),
  ]);
  const names = {
    script: `${name}-${hashOf(script)}.js`,
    style: `${name}-${hashOf(style)}.css`,
  };
  return {
    names,
    files: { [assetsFolder + names.script]: script, [assetsFolder + names.style]: style },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** The components are JSX, which neither Node nor Jest reads: esbuild makes one script of them, which is run here. */
async function pageDocuments(parts: DocumentParts): Promise<Readonly<Record<string, string>>> {
  const script = await bundledText('page/document.tsx', {
    format: 'iife',
    globalName: 'page',
    // Within a function, so that nothing becomes global; what it returns is what running the script gives.
    banner: { js: '(() => {' },
    footer: { js: 'return page.documents; })()' },
  });
  const documents: unknown = runInThisContext(script);
  if (!isRenderer(documents)) throw new Error('page/document.tsx exports no function');
  return v.parse(v.record(v.string(), v.string()), documents(parts));
}

function isRenderer(value: unknown): value is (parts: DocumentParts) => unknown {
  return typeof value === 'function';
}
