/** The page that says what the lists are and how to use them. It reads without JavaScript. */

import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import xml from 'highlight.js/lib/languages/xml';
import type { ComponentChildren } from 'preact';

import { allPaths } from '../../contract/routing.ts';
import { sitePaths } from '../../contract/site.ts';
import type { DocumentParts, FieldDescription } from '../document-parts.ts';
import { Frame } from '../frame.tsx';
import { places } from '../places.ts';
import { clientFacts, errorFacts, headerFacts, leads, promises } from './content.ts';
import { examples } from './examples.ts';

const languages = { bash, html: xml, javascript, json, python };

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const sections = [
  ['use', 'Use it'],
  ['fields', 'Fields'],
  ['headers', 'Headers'],
  ['errors', 'Errors'],
  ['client', 'Client'],
  ['status', 'Status'],
  ['promises', 'Promises'],
] as const;

export function Documentation(parts: DocumentParts) {
  const { face, records } = parts;
  const what = `The startups, founders and open jobs of ${face.programme}, as three whole JSON lists`;
  return (
    <Frame
      parts={parts}
      title={`Documentation · ${face.programme}`}
      description={`${what}: how to use them.`}
      path={sitePaths.docs}
      assets={parts.documentation}
    >
      <header class="opening">
        <h1>Documentation</h1>
        <p>{what}: no keys, any origin, and an answer even when the database is unavailable.</p>
      </header>
      <ul class="addresses" aria-label="Addresses">
        {allPaths.map((path) => (
          <li key={path}>
            GET <a href={path}>{path}</a>
          </li>
        ))}
      </ul>
      <nav class="sections" aria-label="Sections">
        <ul class="row">
          {sections.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Section id="use">
        <Examples />
      </Section>
      <Section id="fields">
        {records.map(({ name, description, fields }) => (
          <div key={name} class="record">
            <h3 id={`fields-${name.toLowerCase()}`}>{name}</h3>
            <p>
              <Marked text={description} />
            </p>
            <Table
              label={`Fields of ${name}`}
              columns={['Field', 'Type', 'Meaning']}
              anchor={name.toLowerCase()}
              rows={fields.map((field) => [field.name, typeOf(field), field.description])}
            />
            <Code
              label={`An invented ${name}`}
              text={JSON.stringify(parts.examples[name], undefined, 2)}
              language="json"
            />
          </div>
        ))}
      </Section>
      <Section id="headers">
        <Table label="Headers of a list" columns={['Header', 'Meaning']} rows={headerFacts} />
      </Section>
      <Section id="errors">
        <Table
          label="Answers other than a list"
          columns={['Status', 'Meaning']}
          rows={errorFacts}
        />
      </Section>
      <Section id="client">
        <Table label="The client" columns={['Name', 'Meaning']} rows={clientFacts} />
      </Section>
      <Section id="status">
        <div id={places.status} class="needs-script" />
      </Section>
      <Section id="promises">
        <div class="promises">
          {promises(face).map(([title, text]) => (
            <div key={text}>
              {title !== '' && <h3>{title}</h3>}
              <p>
                <Marked text={text} />
              </p>
            </div>
          ))}
        </div>
      </Section>
    </Frame>
  );
}

interface SectionProps {
  readonly id: (typeof sections)[number][0];
  readonly children: ComponentChildren;
}

function Section({ id, children }: SectionProps) {
  const [, title] = sections.find(([each]) => each === id) ?? [];
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p class="lead">
        <Marked text={leads[id]} />
      </p>
      {children}
    </section>
  );
}

function Examples() {
  return (
    <div class="examples">
      {examples.map(({ name, hint, language, code }) => (
        <article key={name} data-example={name}>
          <header class="row">
            <h3>{name}</h3>
          </header>
          <p class="small">{hint}</p>
          <Code text={code} language={language} label={`Example: ${name}`} />
        </article>
      ))}
    </div>
  );
}

function typeOf({ kind, format, isArray, isNullable }: FieldDescription): string {
  const type = isArray ? `array of ${kind}` : kind;
  return (format === undefined ? type : `${type}, ${format}`) + (isNullable ? ' or null' : '');
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Begins the addresses of the rows, where they have some. */
  readonly anchor?: string;
  readonly rows: readonly (readonly string[])[];
}

function Table({ label, columns, anchor, rows }: TableProps) {
  return (
    <table class="facts" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name} id={anchor === undefined ? undefined : `${anchor}-${name}`}>
            <th scope="row">
              {anchor === undefined ? (
                <code>{name}</code>
              ) : (
                <a href={`#${anchor}-${name}`}>
                  <code>{name}</code>
                </a>
              )}
            </th>
            {cells.map((cell) => (
              <td key={cell}>
                <Marked text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Text in which backticks mark code, and `[text](address)` is a link. */
function Marked({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/u).map((part, index) => {
        const [, code] = /^`(.*)`$/u.exec(part) ?? [];
        if (code !== undefined) return <code key={index}>{code}</code>;
        const [, label, address] = /^\[(.*)\]\((.*)\)$/u.exec(part) ?? [];
        return address === undefined ? (
          part
        ) : (
          <a key={index} href={address}>
            {label}
          </a>
        );
      })}
    </>
  );
}

interface CodeProps {
  readonly text: string;
  readonly language: keyof typeof languages;
  readonly label: string;
}

/** Highlighted when the page is made: a browser loads nothing for it but colours. It scrolls by keyboard, so it has a name. */
function Code({ text, language, label }: CodeProps) {
  const { value } = hljs.highlight(text, { language }); // what is markup in the text is escaped
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre role="region" aria-label={label} tabIndex={0}>
      <code dangerouslySetInnerHTML={{ __html: value }} />
    </pre>
  );
}
