/** The reference: the fields of each record, the headers of a list, and the answers other than a list. */

import type { ComponentChildren } from 'preact';

import {
  corsHeaders,
  FRESH_SECONDS,
  header,
  listCacheControl,
  STALE_SECONDS,
} from '../../contract/http.ts';
import { LONGEST_ANSWER_SECONDS } from '../../contract/limits.ts';
import type { DocumentParts, FieldDescription, RecordDescription } from '../document-parts.ts';
import { Code } from './code.tsx';

/** A name, and what it means; backticks mark code. */
type Fact = readonly [string, string];

const headerFacts: readonly Fact[] = [
  [header.cachedAt, 'When the list was read from the database: a moment in UTC, ISO 8601.'],
  [
    header.dataSource,
    '`database`, or `last-good` while the database is unavailable and the last good copy is served.',
  ],
  [
    header.cacheControl,
    `\`${listCacheControl(FRESH_SECONDS)}\`, where \`max-age\` is what is left of the hour. A last good copy has \`max-age=${STALE_SECONDS}\`, so that recovery shows within a minute.`,
  ],
  [
    header.etag,
    `Names the content. Send it back as \`${header.ifNoneMatch}\`, and an unchanged list is a \`304\` without a body.`,
  ],
  [header.vary, `\`${header.acceptEncoding}\`: brotli, gzip or plain, as your client asks.`],
  [
    'Access-Control-Allow-Origin',
    `\`${corsHeaders['Access-Control-Allow-Origin']}\` on every answer, errors too. A script on any site may read \`${corsHeaders['Access-Control-Expose-Headers']}\`, and may send \`If-None-Match\`.`,
  ],
];

const errorFacts: readonly Fact[] = [
  [
    '304',
    'Nothing has changed since the `ETag` you sent. Keep what you have; its headers say for how long.',
  ],
  [
    '404',
    'No such path. There are the three lists only; a single startup is a match on `slug` in the list you hold.',
  ],
  ['405', 'The lists are read-only. The cache in front may say it with a `403` of its own.'],
  [
    '406',
    'The list is too long to be sent uncompressed: use `Accept-Encoding: br, gzip`. Browsers and most libraries do.',
  ],
  [
    '503',
    'The database is unavailable, and there is no copy to fall back on. `Retry-After` says in how many seconds to ask again.',
  ],
  [
    '403, 5xx',
    'Something in front of the service failed. The body may be any text: go by the status, keep the list you have, and ask again later.',
  ],
];

export function Fields({ records, examples }: Pick<DocumentParts, 'records' | 'examples'>) {
  return (
    <section id="fields" aria-labelledby="fields-title">
      <h2 id="fields-title">Fields</h2>
      <p class="lead">
        Every field is always there. Where the portal has no value it is <code>null</code>; a list
        in a record may be empty and is never <code>null</code>. The same in full, for machines:{' '}
        <a href="/openapi.json">openapi.json</a>.
      </p>
      {records.map((record) => (
        <RecordFields key={record.name} {...record} example={examples[record.name]} />
      ))}
    </section>
  );
}

interface RecordFieldsProps extends RecordDescription {
  readonly example: unknown;
}

function RecordFields({ name, description, fields, example }: RecordFieldsProps) {
  return (
    <>
      <h3 id={`fields-${name.toLowerCase()}`}>{name}</h3>
      <p>
        <Marked text={description} />
      </p>
      <Table label={`Fields of ${name}`} columns={['Field', 'Type', 'Meaning']}>
        {fields.map((field) => (
          <Row key={field.name} name={field.name} meaning={field.description}>
            <td class="type">
              {typeOf(field)}
              {field.isNullable && <span class="or-null"> or null</span>}
            </td>
          </Row>
        ))}
      </Table>
      <div class="record">
        <h4>An invented {name}</h4>
        <Code
          text={JSON.stringify(example, undefined, 2)}
          language="json"
          label={`An invented ${name}`}
        />
      </div>
    </>
  );
}

function typeOf({ kind, format, isArray }: FieldDescription): string {
  const type = isArray ? `array of ${kind}` : kind;
  return format === undefined ? type : `${type}, ${format}`;
}

export function Headers() {
  return (
    <section id="headers" aria-labelledby="headers-title">
      <h2 id="headers-title">Headers</h2>
      <p class="lead">
        <code>GET</code> and <code>HEAD</code> answer a list as <code>application/json</code>. There
        are no keys, no parameters and no pages: query strings change nothing.
      </p>
      <Table label="Headers of a list" columns={['Header', 'Meaning']}>
        {headerFacts.map(([name, meaning]) => (
          <Row key={name} name={name} meaning={meaning} />
        ))}
      </Table>
    </section>
  );
}

export function Errors() {
  return (
    <section id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Errors</h2>
      <p class="lead">
        A database that is unavailable is no error: you get the last good copy. What remains comes
        as <code>application/problem+json</code> (RFC 9457) with <code>no-store</code>, at the
        latest after {LONGEST_ANSWER_SECONDS} seconds.
      </p>
      <Table label="Answers other than a list" columns={['Status', 'Meaning']}>
        {errorFacts.map(([name, meaning]) => (
          <Row key={name} name={name} meaning={meaning} />
        ))}
      </Table>
    </section>
  );
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
}

function Table({ label, columns, children }: TableProps) {
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
      <tbody>{children}</tbody>
    </table>
  );
}

interface RowProps {
  readonly name: string;
  readonly meaning: string;
  /** The cells between. */
  readonly children?: ComponentChildren;
}

function Row({ name, meaning, children }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      {children}
      <td>
        <Marked text={meaning} />
      </td>
    </tr>
  );
}

/** Text in which backticks mark code. */
export function Marked({ text }: { text: string }) {
  return (
    <>
      {text
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </>
  );
}
