/** The contract as one JSON Schema document, for clients in any language. */

import { toJsonSchemaDefs } from '@valibot/to-json-schema';

import { allDirectories } from '../../contract/directories.ts';
import { Founder } from '../../contract/founder.ts';
import { Job } from '../../contract/job.ts';
import { Enrollment, Startup } from '../../contract/startup.ts';

export interface PublishedSchema {
  readonly $schema: string;
  readonly title: string;
  readonly description: string;
  /** Each kind of record, and under the name of each directory its list. */
  readonly $defs: Readonly<Record<string, object>>;
}

export function publishedSchema(): PublishedSchema {
  const records = { Startup, Enrollment, Founder, Job };
  const lists = allDirectories.map(({ name, path, record }) => {
    const [title] = Object.entries(records).find(([, schema]) => schema === record) ?? [];
    const list = {
      type: 'array',
      items: { $ref: `#/$defs/${title}` },
      description: `The body of \`GET ${path}\`, ordered by \`id\`.`,
    };
    return [name, list] as const;
  });

  // What a check tests, JSON Schema cannot say.
  const definitions = toJsonSchemaDefs(records, {
    typeMode: 'output',
    target: 'draft-2020-12',
    ignoreActions: ['check'],
    errorMode: 'throw',
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Public Directory Service, version 1',
    description:
      'Every field is always present. Fields may be added within this version: a client ignores those it does not know.',
    $defs: { ...definitions, ...Object.fromEntries(lists) },
  };
}
