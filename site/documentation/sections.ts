/** Builds the sections of the documentation from `documentation.md`, the contract and the settings of a stage. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import hljs from 'highlight.js/lib/common';
import { Marked, type Renderer, type Tokens } from 'marked';

import * as http from '../../contract/http.ts';
import { EDGE_TIMEOUT_SECONDS, LONGEST_ANSWER_SECONDS } from '../../contract/limits.ts';
import type { SiteFace } from '../../contract/branding.ts';
import { exampleRecords } from '../openapi/description.ts';
import { expectation, recordDescriptions } from '../openapi/record-fields.ts';
import { mailboxOf } from '../text.ts';
import englishWords from '../cards/words.json' with { type: 'json' };

export async function documentationSections(face: SiteFace) {
  const file = await readFile(path.join(import.meta.dirname, 'documentation.md'), 'utf8');
  const markdown = withValues(file, {
    fields: fieldTables(),
    words: wordTable(),
    freshCacheControl: http.listCacheControl(http.FRESH_SECONDS),
    staleSeconds: String(http.STALE_SECONDS),
    exposedHeaders: http.corsHeaders['Access-Control-Expose-Headers'],
    longestAnswerSeconds: String(LONGEST_ANSWER_SECONDS),
    longestWaitSeconds: String(EDGE_TIMEOUT_SECONDS),
    contact: contactOf(face),
    terms: `[${face.terms.name}](${face.terms.url})`,
  });
  const marked = new Marked({ renderer: { table, code } });
  return markdown
    .split(/^## /mu)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      const id = title.split(' ', 1).join('').toLowerCase();
      const html = marked.parse(section.slice(title.length), { async: false });
      return { id, title, html: withTabs(html, id) };
    });
}

/** Turns the headings of a section's examples into radio buttons, which the style sheet shows as tabs. */
function withTabs(html: string, section: string): string {
  const first = html.indexOf('<h4>');
  return html.replaceAll(/<h4>(.*?)<\/h4>/gu, (_, name: string, at: number) => {
    const attribute = at === first ? 'checked' : '';
    return `<h3><label><input type="radio" name="${section}-example" ${attribute}/>${name}</label></h3>`;
  });
}

/** Replaces each `{{name}}` with its value. @throws Error if a name has no value */
function withValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`documentation.md: {{${name}}} has no value`);
    return value;
  });
}

function contactOf({ programme, contact }: SiteFace): string {
  const mailbox = mailboxOf(contact);
  return mailbox === undefined
    ? `[Contact ${programme}](${contact})`
    : `Write to [${mailbox}](${contact})`;
}

function wordTable(): string {
  const rows = Object.entries(englishWords).map(([key, text]) => `| \`${key}\` | ${text} |`);
  return ['| Name | English |', '| --- | --- |', ...rows].join('\n');
}

/**
 * Returns, for each kind of record, a table of its fields and an invented example. In each row, the name of the field is a link
 * to the row itself, so that visitors can share a link to a field.
 */
function fieldTables(): string {
  const examples = exampleRecords();
  const tables = recordDescriptions().map(({ name, description, fields }) => {
    const rows = fields.map((field) => {
      const id = `${name}-${field.name}`.toLowerCase();
      const link = `<a id="${id}" href="#${id}"><code>${field.name}</code></a>`;
      return `| ${[link, expectation(field, field.format), field.description].join(' | ')} |`;
    });
    const example = JSON.stringify(examples[name], undefined, 2);
    return `### ${name}

${description}

| Field | Type | Meaning |
| --- | --- | --- |
${rows.join('\n')}

\`\`\`json Example of a ${name}
${example}
\`\`\``;
  });
  return tables.join('\n\n');
}

/** Renders a table. The first cell of each row becomes the heading of the row. */
function table(this: Renderer, { header, rows }: Tokens.Table): string {
  const textOf = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
  const titles = header.map((cell) => `<th scope="col">${textOf(cell)}</th>`).join('');
  const body = rows.map(([name, ...cells]) => {
    const title = name && `<th scope="row">${textOf(name)}</th>`;
    return `<tr>${title}${cells.map((cell) => `<td>${textOf(cell)}</td>`).join('')}</tr>`;
  });
  return `<table><thead><tr>${titles}</tr></thead><tbody>${body.join('')}</tbody></table>\n`;
}

/**
 * Renders code with classes for highlighting, so that a style sheet is enough to colour it. Visitors can focus the code with the
 * keyboard to scroll it, so it needs a name for screen readers.
 */
function code({ text, lang = '' }: Tokens.Code): string {
  const [language = '', ...label] = lang.split(' ');
  const { value } = hljs.highlight(text, { language }); // escapes markup in the text
  return `<pre role="region" aria-label="${label.join(' ')}" tabindex="0"><code>${value}</code></pre>\n`;
}
