/** How a list comes out of the database: pages, transactions, and the views that say who is in it. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const readingBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/directory/read.ts', ['test/lambda/pages.test.ts'], {
    'reads the pages of a list from different moments': [
      'return readOn(execute, directory, [...first.pieces], second);',
      'return readOn(database.execute(signal), directory, [...first.pieces], second);',
    ],
    'lets each page of a transaction see a moment of its own': [
      'ISOLATION LEVEL REPEATABLE READ',
      'ISOLATION LEVEL READ COMMITTED',
    ],
    'may write in the transaction that reads': ['REPEATABLE READ, READ ONLY', 'REPEATABLE READ'],
    'joins the first page of one moment to the pages of another': [
      'second.snapshot === first.snapshot',
      "typeof first.snapshot === 'string'",
    ],
    'begins a page with the record that ended the page before': [
      "isInsideRecord ? '>=' : '>'",
      "'>='",
    ],
    'takes an answer without rows for the end of the list': [
      "throw new DatabaseDefect('an answer without its last row');",
      "return { pieces: [], isLast: true, snapshot: '' };",
    ],
    'joins two records with the same id into one': [
      "    if (!follows(place, before)) throw new DatabaseDefect('duplicate id in the view');\n",
      '',
    ],
  }),
  ...bugsIn('aws/data-api.ts', ['test/aws/data-api.test.ts'], {
    'leaves the transaction open when a page fails': [
      'client.send(command, { abortSignal: signal }));\n  } catch {',
      'Promise.resolve(command));\n  } catch {',
    ],
  }),
  ...bugsIn('lambda/directory/read.ts', ['test/db/pages.test.ts'], {
    'counts its way to a page through all pages before it': [
      '  WHERE id ${comparison} CAST(:id AS uuid)\n  ORDER BY id\n  FETCH FIRST (CAST(:candidates AS integer)) ROWS WITH TIES',
      '  ORDER BY id\n  LIMIT :candidates OFFSET (SELECT count(*) FROM directory.${directory.name} WHERE id < CAST(:id AS uuid))',
    ],
  }),
  ...bugsIn('lambda/directory/read.ts', ['test/lambda/read.test.ts'], {
    'ends a page between two records of one id, of which it then publishes one': [
      'ORDER BY id RANGE UNBOUNDED PRECEDING',
      'ORDER BY id ROWS UNBOUNDED PRECEDING',
    ],
    'orders a list by name': ['ORDER BY 1, 2`', 'ORDER BY text, 2`'],
    'asks for every column of the view': [
      "(SELECT ${columns.join(', ')} FROM directory.${directory.name}) AS record",
      '(SELECT * FROM directory.${directory.name}) AS record',
    ],
    'reads more than a response of the Data API holds': ['PAGE_BYTES = 960', 'PAGE_BYTES = 1100'],
  }),
  ...bugsIn('db/directory/reader.sql', ['test/db/pages.test.ts'], {
    'sorts the whole table for a page': ['random_page_cost = 1.1', 'random_page_cost = 4'],
  }),
  ...bugsIn('db/directory/founders.sql', ['test/db/views.test.ts'], {
    'publishes a founder at an inactive startup': ['  and s.is_active\n', ''],
    'publishes a founder who did not opt in': ['where f.in_public_directory\n', 'where true\n'],
  }),
  ...bugsIn('db/directory/portfolio.sql', ['test/db/views.test.ts'], {
    'publishes a startup that left': [
      " and (e.status = 'active' or e.graduated) offset 0",
      ' offset 0',
    ],
    'loses the alumni': ["(e.status = 'active' or e.graduated)", "e.status = 'active'"],
    'loses the alumni whose enrollment says that they withdrew': [
      "(e.status = 'active' or e.graduated)",
      "(e.status = 'active' or e.graduated and e.status <> 'withdrawn')",
    ],
    'loses the alumni whose enrollment has no end': [
      "(e.status = 'active' or e.graduated)",
      "(e.status = 'active' or e.graduated and e.ended_date is not null)",
    ],
    'loses the founders of a startup that graduated and is active': [
      "e.status = 'active' offset 0",
      "e.status = 'active' and not e.graduated offset 0",
    ],
  }),
  ...bugsIn('db/directory/startups.sql', ['test/db/views.test.ts'], {
    'orders enrollments of one day as they are stored': ['.accepted_date, e.id', '.accepted_date'],
    'shows a startup in the time zone of the session': [" at time zone 'UTC',", ','],
    'shifts the day on which a startup was accepted': [
      'then e.accepted_date end,',
      'then e.accepted_date - 1 end,',
    ],
  }),
  ...bugsIn('db/directory/startups.sql', ['test/db/portfolio.test.ts'], {
    'loses an enrollment without a cohort': ['left join lateral', 'join lateral'],
    'counts jobs that it leaves out for their title': [' and j.title is not null', ''],
    'counts jobs that it leaves out for their moment of creation': [
      ' and j.created_at is not null',
      '',
    ],
  }),
  ...bugsIn('db/directory/founders.sql', ['test/db/portfolio.test.ts'], {
    'publishes founders of a startup that it leaves out for its slug': [
      '  and s.slug is not null\n',
      '',
    ],
  }),
  ...bugsIn('db/directory/jobs.sql', ['test/db/portfolio.test.ts'], {
    'publishes jobs of a startup that it leaves out for its name': [
      '  and s.name is not null\n',
      '',
    ],
  }),
  ...bugsIn('db/directory/portfolio.sql', ['test/db/portfolio.test.ts'], {
    'gives the slug of a startup to one that was created later': ['< (coalesce(m', '> (coalesce(m'],
    'takes a slug for usable that the contract refuses': [
      "      and m.trimmed_slug not in ('.', '..')\n",
      '',
    ],
  }),
  ...bugsIn('db/directory/schema.sql', ['test/db/portfolio.test.ts'], {
    'does not trim a no-break space': ['\\u00A0', ''],
  }),
  ...bugsIn('db/directory/jobs.sql', ['test/db/views.test.ts'], {
    'publishes the draft of a job': [".status = 'published'", ".status in ('published', 'draft')"],
    'publishes a job that has expired': [
      '  and (j.expires_at is null or j.expires_at > now())\n',
      '',
    ],
    'publishes a job for one moment too long': ['j.expires_at > now()', 'j.expires_at >= now()'],
  }),
  ...bugsIn('db/directory/reader.sql', ['test/db/reader.test.ts'], {
    'lets the reader read the tables of the portal': [
      '  grant usage on schema directory to directory_reader;\n',
      '  grant usage on schema directory to directory_reader;\n  grant usage on schema portal to directory_reader;\n  grant select on all tables in schema portal to directory_reader;\n',
    ],
  }),
  ...bugsIn('db/directory/founders.sql', ['test/db/reader.test.ts'], {
    'shows a condition of the reader the hidden rows': [' with (security_barrier = true)', ''],
  }),
];
