/** The reference: the fields of each record, the headers of a list, and the answers other than a list. */

import type { ComponentChildren } from 'preact';

import {
  corsHeaders,
  FRESH_SECONDS,
  header,
  listCacheControl,
  LONGEST_ANSWER_SECONDS,
  STALE_SECONDS,
} from '../../contract/http.ts';
import type { DocumentParts, FieldDescription, RecordDescription } from '../document-parts.ts';

interface Fact {
  readonly name: string;
  readonly meaning: ComponentChildren;
}

export function Fields({ records }: Pick<DocumentParts, 'records'>) {
  return (
    <section id="fields" aria-labelledby="fields-title">
      <h2 id="fields-title">Fields</h2>
      <p class="lead">
        Every field is always there. Where the portal has no value it is <code>null</code>; a list
        in a record may be empty and is never <code>null</code>. The same in full, for machines:{' '}
        <a href="/openapi.json">openapi.json</a>.
      </p>
      {records.map((record) => (
        <RecordFields key={record.name} {...record} />
      ))}
    </section>
  );
}

function RecordFields({ name, description, fields }: RecordDescription) {
  return (
    <>
      <h3 id={`fields-${name.toLowerCase()}`}>{name}</h3>
      <p>
        <Marked text={description} />
      </p>
      <table class="facts" aria-label={`Fields of ${name}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow key={field.name} {...field} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function FieldRow({ name, description, kind, format, isArray, isNullable }: FieldDescription) {
  const type = isArray ? `array of ${kind}` : kind;
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td class="type">
        {format === undefined ? type : `${type}, ${format}`}
        {isNullable && <span class="or-null"> or null</span>}
      </td>
      <td>
        <Marked text={description} />
      </td>
    </tr>
  );
}

const headerFacts: readonly Fact[] = [
  {
    name: header.cachedAt,
    meaning: 'When the list was read from the database: a moment in UTC, ISO 8601.',
  },
  {
    name: header.dataSource,
    meaning: (
      <>
        <code>database</code>, or <code>last-good</code> while the database is away and the last
        good copy is served.
      </>
    ),
  },
  {
    name: header.cacheControl,
    meaning: (
      <>
        <code>{listCacheControl(FRESH_SECONDS)}</code>, where <code>max-age</code> is what is left
        of the hour. A last good copy has <code>max-age={STALE_SECONDS}</code>, so that recovery
        shows within a minute.
      </>
    ),
  },
  {
    name: header.etag,
    meaning: (
      <>
        Names the content. Send it back as <code>{header.ifNoneMatch}</code>, and an unchanged list
        is a <code>304</code> without a body.
      </>
    ),
  },
  {
    name: header.vary,
    meaning: (
      <>
        <code>{header.acceptEncoding}</code>: brotli, gzip or plain, as your client asks.
      </>
    ),
  },
  {
    name: 'Access-Control-Allow-Origin',
    meaning: (
      <>
        <code>{corsHeaders['Access-Control-Allow-Origin']}</code> on every answer, errors too. A
        script on any site may read <code>{corsHeaders['Access-Control-Expose-Headers']}</code>, and
        may send <code>If-None-Match</code>.
      </>
    ),
  },
];

export function Headers() {
  return (
    <section id="headers" aria-labelledby="headers-title">
      <h2 id="headers-title">Headers</h2>
      <p class="lead">
        <code>GET</code> and <code>HEAD</code> answer a list as <code>application/json</code>. There
        are no keys, no parameters and no pages: query strings change nothing.
      </p>
      <FactsTable label="Headers of a list" columns={['Header', 'Meaning']} facts={headerFacts} />
    </section>
  );
}

const errorFacts: readonly Fact[] = [
  {
    name: '304',
    meaning: (
      <>
        Nothing has changed since the <code>ETag</code> you sent. Keep what you have; its headers
        say for how long.
      </>
    ),
  },
  {
    name: '404',
    meaning: (
      <>
        No such path. There are the three lists only; a single startup is a match on{' '}
        <code>slug</code> in the list you hold.
      </>
    ),
  },
  {
    name: '405',
    meaning: (
      <>
        The lists are read-only. The cache in front may say it with a <code>403</code> of its own.
      </>
    ),
  },
  {
    name: '406',
    meaning: (
      <>
        The list is too long to be sent uncompressed: use <code>Accept-Encoding: br, gzip</code>.
        Browsers and most libraries do.
      </>
    ),
  },
  {
    name: '503',
    meaning: (
      <>
        The database is away, and there is no copy to fall back on. <code>Retry-After</code> says in
        how many seconds to ask again.
      </>
    ),
  },
  {
    name: '403, 5xx',
    meaning:
      'Something in front of the service failed. The body may be any text: go by the status, keep the list you have, and ask again later.',
  },
];

export function Errors() {
  return (
    <section id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Errors</h2>
      <p class="lead">
        A database that is away is no error: you get the last good copy. What remains comes as{' '}
        <code>application/problem+json</code> (RFC 9457) with <code>no-store</code>, at the latest
        after {LONGEST_ANSWER_SECONDS} seconds.
      </p>
      <FactsTable
        label="Answers other than a list"
        columns={['Status', 'Meaning']}
        facts={errorFacts}
      />
    </section>
  );
}

interface FactsTableProps {
  readonly label: string;
  readonly columns: readonly [string, string];
  readonly facts: readonly Fact[];
}

function FactsTable({ label, columns, facts }: FactsTableProps) {
  return (
    <table class="facts two" aria-label={label}>
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
        {facts.map(({ name, meaning }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
