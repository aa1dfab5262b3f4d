/** Renders the document of the page while it is bundled. */

import { runInThisContext } from 'node:vm';

import { build } from 'esbuild';

import { root } from './modules.ts';
import { schemas } from './openapi/schemas.ts';

/** Names of the files in the folder of assets. */
interface Assets {
  readonly script: string;
  readonly style: string;
}

type Renderer = (parts: Assets & { readonly schemas: object }) => unknown;

/** The components are JSX, which neither Node nor Jest reads: esbuild makes one script of them, which is run here. */
export async function pageDocument(assets: Assets): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['page/document.tsx'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'page',
    // Within a function, so that nothing becomes global; what it returns is what running the script gives.
    banner: { js: '(() => {' },
    footer: { js: 'return page.documentHtml; })()' },
    logLevel: 'silent',
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error('esbuild wrote nothing of the document');
  const documentHtml: unknown = runInThisContext(script.text);
  if (!isRenderer(documentHtml)) throw new Error('page/document.tsx exports no function');
  return String(documentHtml({ ...assets, schemas: schemas() }));
}

function isRenderer(value: unknown): value is Renderer {
  return typeof value === 'function';
}
