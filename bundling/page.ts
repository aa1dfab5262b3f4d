/** Makes the files of the page at `/`: its document, its script and its style sheet. */

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { build, type BuildOptions } from 'esbuild';

import { sitePaths } from '../contract/site.ts';
import { root } from './modules.ts';
import { pageDocument } from './page-document.ts';

export interface PageBundle {
  readonly folder: string;
  /** Relative to the folder, with slashes, as they stand in an address. */
  readonly files: readonly string[];
}

/** The same sources give the same bytes in any folder. The names of the assets change with what they hold. */
export async function bundlePage(into: string): Promise<PageBundle> {
  const [script, style] = await Promise.all([
    bundled({ entryPoints: ['page/main.tsx'], format: 'esm', target: 'es2022' }),
    bundled({ entryPoints: ['page/style.css'], target: ['chrome111', 'firefox113', 'safari16.4'] }),
  ]);
  const scriptName = `page-${hashOf(script)}.js`;
  const styleName = `page-${hashOf(style)}.css`;
  const assets = sitePaths.assets.slice(1);
  const contents = {
    'index.html': await pageDocument({ script: scriptName, style: styleName }),
    [assets + scriptName]: script,
    [assets + styleName]: style,
  };

  await mkdir(path.join(into, assets), { recursive: true });
  await Promise.all(
    Object.entries(contents).map(async ([file, text]) => writeFile(path.join(into, file), text)),
  );
  return { folder: into, files: Object.keys(contents) };
}

async function bundled(options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    outdir: 'in-memory', // named only; nothing is written there
    write: false,
    ...options,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild wrote nothing of the page');
  return file.text;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}
