/** How a list comes out of the database: pages, transactions, and the views that say who is in it. */

import type { PlantedBug } from '../planted-bug.ts';

const pages = ['test/lambda/pages.test.ts'];
/** On a database, which takes a while. */
const read = ['test/lambda/read.test.ts'];
const founders = ['test/db/founders.test.ts'];
const jobs = ['test/db/jobs.test.ts'];
const portfolio = ['test/db/portfolio.test.ts'];
const startups = ['test/db/startups.test.ts'];

export const readingBugs: readonly PlantedBug[] = [
  {
    name: 'reads the pages of a list from different moments',
    file: 'lambda/directory/read.ts',
    find: '    return readAllPages(execute, directory, first);\n',
    replace: '    return readAllPages(database.execute(signal), directory, first);\n',
    tests: pages,
  },
  {
    name: 'lets each page of a transaction see a moment of its own',
    file: 'lambda/directory/read.ts',
    find: 'ISOLATION LEVEL REPEATABLE READ',
    replace: 'ISOLATION LEVEL READ COMMITTED',
    tests: pages,
  },
  {
    name: 'may write in the transaction that reads',
    file: 'lambda/directory/read.ts',
    find: 'REPEATABLE READ, READ ONLY',
    replace: 'REPEATABLE READ',
    tests: pages,
  },
  {
    name: 'leaves the transaction open when a page fails',
    file: 'aws/data-api.ts',
    find: 'client.send(command, { abortSignal: signal }));\n  } catch {',
    replace: 'Promise.resolve(command));\n  } catch {',
    tests: ['test/aws/data-api.test.ts'],
  },
  {
    name: 'joins the first page of one moment to the pages of another',
    file: 'lambda/directory/read.ts',
    find: '  let place = START;\n',
    replace:
      '  let place: Place = another.pieces.at(-1) ?? START;\n  pieces.push(...another.pieces);\n',
    tests: pages,
  },
  {
    name: 'counts its way to a page through all pages before it',
    file: 'lambda/directory/read.ts',
    find: '  WHERE id ${comparison} CAST(:id AS uuid)\n  ORDER BY id\n  FETCH FIRST (CAST(:candidates AS integer)) ROWS WITH TIES',
    replace:
      '  ORDER BY id\n  LIMIT :candidates OFFSET (SELECT count(*) FROM directory.${directory.name} WHERE id < CAST(:id AS uuid))',
    tests: ['test/db/pages.test.ts'],
  },
  {
    name: 'ends a page between two records of one id, of which it then publishes one',
    file: 'lambda/directory/read.ts',
    find: 'ORDER BY id RANGE UNBOUNDED PRECEDING',
    replace: 'ORDER BY id ROWS UNBOUNDED PRECEDING',
    tests: ['test/lambda/read.test.ts'],
  },
  {
    name: 'begins a page with the record that ended the page before',
    file: 'lambda/directory/read.ts',
    find: "isInsideRecord ? '>=' : '>'",
    replace: "'>='",
    tests: pages,
  },
  {
    name: 'takes an answer without rows for the end of the list',
    file: 'lambda/directory/read.ts',
    find: "  if (first === undefined) throw new DatabaseDefect('an answer without rows');\n  const pieces = first[0] === null",
    replace: '  const pieces = first === undefined || first[0] === null',
    tests: pages,
  },
  {
    name: 'joins two records with the same id into one',
    file: 'lambda/directory/read.ts',
    find: "    if (!follows(place, before)) throw new DatabaseDefect('duplicate id in the view');\n",
    replace: '',
    tests: pages,
  },
  {
    name: 'orders a list by name',
    file: 'lambda/directory/read.ts',
    find: 'ORDER BY id, piece`',
    replace: 'ORDER BY text, piece`',
    tests: read,
  },
  {
    name: 'asks for every column of the view',
    file: 'lambda/directory/read.ts',
    find: "(SELECT ${columns.join(', ')} FROM directory.${directory.name}) AS record",
    replace: '(SELECT * FROM directory.${directory.name}) AS record',
    tests: read,
  },
  {
    name: 'reads more than a response of the Data API holds',
    file: 'lambda/directory/read.ts',
    find: 'const PAGE_BYTES = 960 * 1024;',
    replace: 'const PAGE_BYTES = 1100 * 1024;',
    tests: read,
  },
  {
    name: 'publishes a founder at an inactive startup',
    file: 'db/directory/founders.sql',
    find: '  and s.is_active\n',
    replace: '',
    tests: founders,
  },
  {
    name: 'publishes a founder who did not opt in',
    file: 'db/directory/founders.sql',
    find: 'where f.in_public_directory\n',
    replace: 'where true\n',
    tests: founders,
  },
  {
    name: 'publishes a startup that left',
    file: 'db/directory/portfolio.sql',
    find: " and (e.status = 'active' or e.graduated) offset 0",
    replace: ' offset 0',
    tests: startups,
  },
  {
    name: 'loses the alumni',
    file: 'db/directory/portfolio.sql',
    find: "(e.status = 'active' or e.graduated)",
    replace: "e.status = 'active'",
    tests: startups,
  },
  {
    name: 'loses the alumni whose enrollment says that they withdrew',
    file: 'db/directory/portfolio.sql',
    find: "(e.status = 'active' or e.graduated)",
    replace: "(e.status = 'active' or e.graduated and e.status <> 'withdrawn')",
    tests: startups,
  },
  {
    name: 'loses the alumni whose enrollment has no end',
    file: 'db/directory/portfolio.sql',
    find: "(e.status = 'active' or e.graduated)",
    replace: "(e.status = 'active' or e.graduated and e.ended_date is not null)",
    tests: startups,
  },
  {
    name: 'loses the founders of a startup that graduated and is active',
    file: 'db/directory/portfolio.sql',
    find: "e.status = 'active' offset 0",
    replace: "e.status = 'active' and not e.graduated offset 0",
    tests: founders,
  },
  {
    name: 'orders enrollments of one day as they are stored',
    file: 'db/directory/startups.sql',
    find: 'order by e.accepted_date, e.id',
    replace: 'order by e.accepted_date',
    tests: startups,
  },
  {
    name: 'loses an enrollment without a cohort',
    file: 'db/directory/startups.sql',
    find: 'left join lateral',
    replace: 'join lateral',
    tests: portfolio,
  },
  {
    name: 'publishes founders of a startup that it leaves out for its slug',
    file: 'db/directory/founders.sql',
    find: '  and s.slug is not null\n',
    replace: '',
    tests: portfolio,
  },
  {
    name: 'publishes jobs of a startup that it leaves out for its name',
    file: 'db/directory/jobs.sql',
    find: '  and s.name is not null\n',
    replace: '',
    tests: portfolio,
  },
  {
    name: 'counts jobs that it leaves out for their title',
    file: 'db/directory/startups.sql',
    find: ' and j.title is not null',
    replace: '',
    tests: portfolio,
  },
  {
    name: 'counts jobs that it leaves out for their moment of creation',
    file: 'db/directory/startups.sql',
    find: ' and j.created_at is not null',
    replace: '',
    tests: portfolio,
  },
  {
    name: 'gives the slug of a startup to one that was created later',
    file: 'db/directory/portfolio.sql',
    find: "< (coalesce(m.created_at, 'infinity'), m.id)",
    replace: "> (coalesce(m.created_at, 'infinity'), m.id)",
    tests: portfolio,
  },
  {
    name: 'takes a slug for usable that the contract refuses',
    file: 'db/directory/portfolio.sql',
    find: "      and m.trimmed_slug not in ('.', '..')\n",
    replace: '',
    tests: portfolio,
  },
  {
    name: 'does not trim a no-break space',
    file: 'db/directory/schema.sql',
    find: '\\u00A0',
    replace: '',
    tests: portfolio,
  },
  {
    name: 'shows a startup in the time zone of the session',
    file: 'db/directory/startups.sql',
    find: "to_char(s.created_at at time zone 'UTC',",
    replace: 'to_char(s.created_at,',
    tests: startups,
  },
  {
    name: 'shifts the day on which a startup was accepted',
    file: 'db/directory/startups.sql',
    find: 'then e.accepted_date end,',
    replace: 'then e.accepted_date - 1 end,',
    tests: startups,
  },
  {
    name: 'publishes the draft of a job',
    file: 'db/directory/jobs.sql',
    find: "where j.status = 'published'\n",
    replace: "where j.status in ('published', 'draft')\n",
    tests: jobs,
  },
  {
    name: 'publishes a job that has expired',
    file: 'db/directory/jobs.sql',
    find: '  and (j.expires_at is null or j.expires_at > now())\n',
    replace: '',
    tests: jobs,
  },
  {
    name: 'publishes a job for one moment too long',
    file: 'db/directory/jobs.sql',
    find: 'j.expires_at > now()',
    replace: 'j.expires_at >= now()',
    tests: jobs,
  },
  {
    name: 'lets the reader read the tables of the portal',
    file: 'db/directory/reader.sql',
    find: '  grant usage on schema directory to directory_reader;\n',
    replace:
      '  grant usage on schema directory to directory_reader;\n  grant usage on schema portal to directory_reader;\n  grant select on all tables in schema portal to directory_reader;\n',
    tests: ['test/db/reader.test.ts'],
  },
  {
    name: 'shows a condition of the reader the hidden rows',
    file: 'db/directory/founders.sql',
    find: ' with (security_barrier = true)',
    replace: '',
    tests: ['test/db/reader.test.ts'],
  },
];
