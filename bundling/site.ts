/** Makes the files of the site: the page with its script and style sheet, the description, and the client package. */

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runInThisContext } from 'node:vm';

import { PAGE_FILE, sitePaths } from '../contract/site.ts';
import type { DocumentParts } from '../page/document-parts.ts';
import { clientPackage } from './client.ts';
import { bundledText } from './esbuild.ts';
import { openApiDocument } from './openapi.ts';
import { recordDescriptions } from './schemas.ts';

/** Beside the folders of the functions. */
export const SITE_FOLDER = 'site-files';

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
    bundleClient(into),
    writeFile(path.join(into, sitePaths.description), JSON.stringify(document)),
  ]);
}

async function bundleClient(into: string): Promise<void> {
  const { module, tarball } = await clientPackage();
  await Promise.all([
    writeFile(path.join(into, sitePaths.client), module),
    writeFile(path.join(into, sitePaths.clientPackage), tarball),
  ]);
}

/** The same sources give the same bytes in any folder. The names of the assets change with what they hold. */
export async function bundlePage(into: string): Promise<PageBundle> {
  const [script, style] = await Promise.all([
    bundledText('page/main.tsx', { format: 'esm', target: 'es2022', minify: true }),
    bundledText('page/style.css', {
      target: ['chrome111', 'firefox113', 'safari16.4'],
      minify: true,
    }),
  ]);
  const scriptName = `page-${hashOf(script)}.js`;
  const styleName = `page-${hashOf(style)}.css`;
  const assets = sitePaths.assets.slice(1);
  const contents = {
    [PAGE_FILE]: await pageDocument({
      records: recordDescriptions(),
      script: scriptName,
      style: styleName,
    }),
    [assets + scriptName]: script,
    [assets + styleName]: style,
  };

  await mkdir(path.join(into, assets), { recursive: true });
  await Promise.all(
    Object.entries(contents).map(async ([file, text]) => writeFile(path.join(into, file), text)),
  );
  return { folder: into, files: Object.keys(contents) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** The components are JSX, which neither Node nor Jest reads: esbuild makes one script of them, which is run here. */
async function pageDocument(parts: DocumentParts): Promise<string> {
  const script = await bundledText('page/document.tsx', {
    format: 'iife',
    globalName: 'page',
    // Within a function, so that nothing becomes global; what it returns is what running the script gives.
    banner: { js: '(() => {' },
    footer: { js: 'return page.documentHtml; })()' },
  });
  const documentHtml: unknown = runInThisContext(script);
  if (!isRenderer(documentHtml)) throw new Error('page/document.tsx exports no function');
  return String(documentHtml(parts));
}

function isRenderer(value: unknown): value is (parts: DocumentParts) => unknown {
  return typeof value === 'function';
}
