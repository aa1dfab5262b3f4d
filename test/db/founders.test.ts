import * as v from 'valibot';

import { Founder } from '../../contract/founder.ts';
import { databases } from '../support/database/databases.ts';
import { founderId, PortalDatabase, type Row } from './portal-database.ts';

let portal: PortalDatabase;
let founders: readonly Row[];

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    portal = await PortalDatabase.open(open);
    await portal.run('select portal.load_test_data()');
    founders = await portal.records('directory.founders');
  });

  afterAll(() => portal.close());

  test('lists founders at active startups who opted in, and no others', async () => {
    const enrollments = await portal.records('portal.enrollments');
    const active = new Set(
      enrollments.filter(({ status }) => status === 'active').map((e) => e['startup_id']),
    );
    const expected = (await portal.records('portal.founders')).filter(
      (founder) => founder['in_public_directory'] === true && active.has(founder['startup_id']),
    );

    expect(expected.length).toBeGreaterThan(100);
    expect(founders.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  test.each([
    [6, 'one who did not opt in'],
    [7, 'one at an alumnus'],
    [8, 'one at an inactive startup'],
  ])('leaves out founder %i, %s', async (number) => {
    const all = await portal.records('portal.founders');

    expect(all.map(({ id }) => id)).toContain(founderId(number));
    expect(founders.map(({ id }) => id)).not.toContain(founderId(number));
  });

  test('gives every record as the contract has it, fields in its order', () => {
    for (const record of founders) {
      expect(v.safeParse(Founder, record).issues).toBeUndefined();
      expect(Object.keys(record)).toEqual(Object.keys(Founder.entries));
    }
  });

  test('copies name, logo and slug from the startup that the founder belongs to', async () => {
    const startups = await portal.records('directory.startups');

    for (const founder of founders) {
      const startup = startups.find(({ id }) => id === founder['startup_id']);
      expect(founder).toMatchObject({
        startup_name: startup?.['name'],
        startup_logo_url: startup?.['logo_url'],
        startup_slug: startup?.['slug'],
      });
    }
  });

  test.each([1, 2])('gives null for the texts of founder %i, which are null or blank', (number) => {
    expect(founders.find(({ id }) => id === founderId(number))).toMatchObject({
      job_title: null,
      linkedin_url: null,
      avatar_url: null,
    });
  });

  test('shows no e-mail address and no phone number, though the portal has one of each', async () => {
    const hidden = await portal.column(
      `select unnest(array[email, phone]) from portal.founders where phone is not null`,
    );
    const lists = await Promise.all(
      ['directory.startups', 'directory.founders', 'directory.jobs'].map((view) =>
        portal.lines(view),
      ),
    );
    const shown = lists.flat().join('\n');

    expect(hidden.length).toBeGreaterThan(400);
    expect(hidden.filter((value) => shown.includes(String(value)))).toEqual([]);
    expect(shown).not.toContain('@');
  });

  test('evaluates a condition of the reader on no hidden founder', async () => {
    // Cheap, so that the planner would run it first if it were allowed to.
    await portal.run(`
    create table portal.leaked (name text);
    create function portal.leak(name text) returns boolean language plpgsql cost 0.0001
    as $$ begin insert into portal.leaked values (name); return true; end $$;`);

    await portal.column('select id from directory.founders where portal.leak(first_name)');

    const leaked = await portal.column('select name from portal.leaked');
    expect(leaked).toHaveLength(founders.length);
    expect(leaked).not.toContain('Privata');
  });

  test('lists the founders of a startup that graduated and is active', async () => {
    await portal.run(`update portal.enrollments set graduated = true where status = 'active'`);
    const listed = await portal.lines('directory.founders');
    await portal.run('select portal.load_test_data()');

    expect(listed).toHaveLength(founders.length);
  });
});
