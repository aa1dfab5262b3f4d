/** The website that a reader of the client's README makes: a page for each of its recipes, built as the recipe's users build. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { build } from 'esbuild';
import { compileScript, parse } from 'vue/compiler-sfc';

import { root } from '../../../lib/esbuild.ts';
import { type Server, startServer } from '../../../local/http-server.ts';
import { readmeExample } from '../../client/support/readme.ts';

/** By the section of the README. */
export const recipes = {
  'In a page, without a bundler': async (html: string) => html,
  'In React': async (jsx: string) =>
    bundled('recipe.jsx', jsx, [
      `import { createElement } from 'react';`,
      `import { createRoot } from 'react-dom/client';`,
      `import { Startups } from './recipe.jsx';`,
      `createRoot(document.querySelector('main')).render(createElement(Startups));`,
    ]),
  'In Vue': async (vue: string) =>
    bundled('recipe.js', compiled(vue), [
      `import { createApp } from 'vue';`,
      `import Recipe from './recipe.js';`,
      `createApp(Recipe).mount('main');`,
    ]),
};

export type Recipe = keyof typeof recipes;

/** On an origin of its own; the page of a recipe is at its section, as an address has it. */
export async function startRecipes(serviceUrl: string): Promise<Server> {
  const names = Object.keys(recipes) as Recipe[];
  const pages = new Map(
    await Promise.all(
      names.map(
        async (name) =>
          [recipePath(name), await recipes[name](readmeExample(name, serviceUrl))] as const,
      ),
    ),
  );
  return startServer(async ({ request }) => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><title>A recipe</title><main>${pages.get(request.url ?? '') ?? ''}</main>`,
  }));
}

export function recipePath(name: Recipe): string {
  return `/${encodeURIComponent(name)}`;
}

function compiled(vue: string): string {
  const { descriptor } = parse(vue);
  return compileScript(descriptor, { id: 'recipe', inlineTemplate: true }).content;
}

/** A script element with all that it needs. */
async function bundled(file: string, code: string, entry: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recipe-'));
  try {
    await writeFile(path.join(folder, file), code);
    await writeFile(path.join(folder, 'entry.js'), entry.join('\n'));
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: ['entry.js'],
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias: { '@public-directory/client': path.join(root, 'client/src/index.ts') },
      nodePaths: [path.join(root, 'node_modules')],
      logLevel: 'silent',
    });
    const script = outputFiles.map(({ text }) => text.replaceAll('</script', '<\\/script'));
    return `<script type="module">${script.join('')}</script>`;
  } finally {
    await rm(folder, { recursive: true });
  }
}
