/** What a record holds, from the schemas by which the service checks it. */

import { Marked } from './marked.tsx';
import { type FieldDescription, readDescription, readFields, type Schemas } from './read-fields.ts';

export const recordNames = ['Startup', 'Enrollment', 'Founder', 'Job'] as const;

export function Fields({ schemas }: { schemas: Schemas }) {
  return (
    <section id="fields" aria-labelledby="fields-title">
      <h2 id="fields-title">Fields</h2>
      <p class="lead">
        Every field is always there. Where the portal has no value it is <code>null</code>; a list
        in a record may be empty and is never <code>null</code>. The same in full, for machines:{' '}
        <a href="/openapi.json">openapi.json</a>.
      </p>
      {recordNames.map((record) => (
        <RecordFields key={record} record={record} schemas={schemas} />
      ))}
    </section>
  );
}

function RecordFields({ record, schemas }: { record: string; schemas: Schemas }) {
  return (
    <>
      <h3 id={`fields-${record.toLowerCase()}`}>{record}</h3>
      <p>
        <Marked text={readDescription(schemas, record)} />
      </p>
      <table class="facts" aria-label={`Fields of ${record}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {readFields(schemas, record).map((field) => (
            <FieldRow key={field.name} field={field} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function FieldRow({ field }: { field: FieldDescription }) {
  const { name, type, format, isNullable, description } = field;
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
