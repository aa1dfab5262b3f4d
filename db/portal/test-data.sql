-- Invented test data. Names are combined from word lists. Addresses end in example.com, example.org or .example
-- (reserved by RFC 2606). Phone numbers come from the range that is reserved for fiction. Ids end with a number that is unique
-- in its table. Logos and portraits are initials on a coloured background. A site with test data serves these pictures itself
-- (site/build.ts), so the set-up calls portal.serve_test_pictures to insert the site's address.
--
--   select portal.load_test_data();               120 listed startups
--   select portal.load_test_data(12000);          12,000 listed startups, and other rows in proportion
--   select portal.load_test_data(120, false);     120 listed startups, without jobs
--
-- load_test_data first empties the portal's tables. The same call always stores the same rows, byte for byte, because choices
-- come from md5 instead of random() or the clock. Expiry dates are in 2020 or 2099, infinite, or null. As in a portal that
-- creates its ids with gen_random_uuid(), most rows are not stored in the order of their ids.
--
-- The special cases are in portal.test_startups, portal.test_founders and portal.test_jobs. Most belong to the startups with
-- the lowest numbers. If there are too few startups for all cases, some cases are missing.
--
-- The listed startups have the numbers 10, 20, 30, ... The unlisted startups have the numbers 205, 405, 605, ...

create or replace function portal.test_number(seed text) returns integer
language sql immutable parallel safe
return ('x' || substr(md5(seed), 1, 7))::bit(28)::integer;

create or replace function portal.test_pick(pool text[], number integer) returns text
language sql immutable parallel safe
return pool[1 + number % cardinality(pool)];

create or replace function portal.test_picture(name text) returns text
language sql immutable parallel safe
return case
  when name ~ '^[A-Za-z]' then 'https://directory.example.org/assets/initial-' || lower(left(name, 1)) || '.svg'
end;

create or replace function portal.serve_test_pictures(origin text) returns void
language sql
as $$
  update portal.startups set logo_url = origin || substring(logo_url from '/assets/initial-.*')
  where logo_url like '%/assets/initial-%';
  update portal.founders set avatar_url = origin || substring(avatar_url from '/assets/initial-.*')
  where avatar_url like '%/assets/initial-%';
$$;

-- Ids look like uuids of version 4, but are obviously invented. `kind` is a hexadecimal digit. It is different for each table.
create or replace function portal.test_id(kind text, number integer) returns uuid
language sql immutable parallel safe
return ('00000000-0000-4000-' || kind || '000-' || lpad(number::text, 12, '0'))::uuid;

-- Each sentence is combined from three parts, so that sentences repeat as rarely as in real descriptions.
create or replace function portal.test_prose(seed text, sentences integer) returns text
language plpgsql immutable parallel safe
as $$
declare
  subjects constant text[] = array[
    'The founding team', 'Every pilot customer', 'A small group of engineers', 'The first version of the product',
    'Our platform', 'The research behind it', 'Each of the partner clinics', 'The regional launch', 'The new dashboard',
    'An open programming interface', 'The advisory board', 'Nearly every second user', 'The hardware prototype',
    'A patent-pending method', 'Our pricing', 'The field trial', 'The customer service desk', 'The data pipeline',
    'What began as a student project', 'The company', 'A long list of early adopters', 'The supply chain',
    'This year''s roadmap', 'The mobile application'
  ];
  actions constant text[] = array[
    'cuts the time spent on paperwork by a third', 'brings together growers, carriers and local shops',
    'replaces spreadsheets that nobody dared to touch', 'turns sensor readings into plain recommendations',
    'has been tested in three countries', 'makes small batches profitable again', 'keeps personal data on the device',
    'shows where energy is lost, room by room', 'helps teachers to prepare lessons in half the time',
    'finds faults before a machine stands still', 'lets municipalities plan with current numbers',
    'connects patients with the right specialist', 'explains every suggestion in simple words',
    'works without a permanent connection', 'measures what used to be guessed', 'speaks eleven languages',
    'reaches people whom banks do not serve', 'makes returns as simple as orders', 'needs no training and no manual',
    'pays for itself within the first season', 'runs on equipment that is already there',
    'gives repair shops access to spare parts', 'shares its results with the open research community',
    'reduces waste from the first day'
  ];
  endings constant text[] = array[
    'and the numbers of the last two quarters confirm it.', 'which is why the waiting list keeps growing.',
    'while the costs per unit continue to fall.', 'without asking anyone to change their habits.',
    'even where infrastructure is poor.', 'and it does so under the supervision of independent experts.',
    'because the team comes from the trade itself.', 'so that people can return to the work they like.',
    'at a price that small businesses can afford.', 'and a second site opens next spring.',
    'which two universities have examined.', 'as the first customers tell everyone who asks.',
    'with more than forty organisations taking part.', 'and everything else follows from there.',
    'although the market was said to be closed.', 'in cities as well as in the countryside.',
    'from the first conversation to the final invoice.', 'and that is only the beginning.',
    'for a fraction of the usual effort.', 'after months of patient work with those concerned.',
    'whether ten people use it or ten thousand.', 'and nobody has to be an expert for it.',
    'thanks to a method developed during the programme.', 'long before the larger competitors notice.'
  ];
begin
  return (
    select string_agg(
      case when sentence = 1 then '' when sentence % 5 = 1 then E'\n\n' else ' ' end
        || portal.test_pick(subjects, number) || ' '
        || portal.test_pick(actions, number / 24) || ', '
        || portal.test_pick(endings, number / 576),
      '' order by sentence
    )
    from generate_series(1, sentences) as sentence,
      lateral (select portal.test_number(seed || sentence) as number offset 0) as picked
  );
end
$$;

drop view if exists portal.test_words;

create view portal.test_words as
select
  array[
    'Amber', 'Bright', 'Cedar', 'Clear', 'Coastal', 'Copper', 'Coral', 'Crisp', 'Delta', 'Ember', 'Fern', 'First',
    'Gentle', 'Golden', 'Granite', 'Harbor', 'Hazel', 'Indigo', 'Iron', 'Juniper', 'Keen', 'Lunar', 'Maple', 'Misty',
    'Nimble', 'Northern', 'Olive', 'Open', 'Quiet', 'Rapid', 'River', 'Silver', 'Solar', 'Steady', 'Tidal', 'Velvet'
  ] as adjectives,
  array[
    'Acre', 'Anchor', 'Atlas', 'Beacon', 'Bridge', 'Canvas', 'Circuit', 'Compass', 'Field', 'Forge', 'Garden', 'Grid',
    'Harvest', 'Health', 'Hive', 'Kitchen', 'Lab', 'Lantern', 'Ledger', 'Loom', 'Meadow', 'Mill', 'Orbit', 'Path',
    'Pilot', 'Pulse', 'Quarry', 'Robotics', 'School', 'Signal', 'Studio', 'Transit', 'Valley', 'Water', 'Works', 'Yard'
  ] as nouns,
  array[
    'One place for everything that used to be on paper.', 'Better decisions for people who work outdoors.',
    'Fair prices through short supply chains.', 'Early warnings instead of late repairs.',
    'Learning that adapts to the learner.', 'Clean energy for those who rent.', 'Care that arrives in time.',
    'Small batches, made profitable.', 'Less waste from the first day.', 'Current numbers for every municipality.',
    'Spare parts for everything that still works.', 'Banking for those whom banks forgot.'
  ] as blurbs,
  array[
    'Agriculture', 'AI', 'Biotech', 'Circular Economy', 'Climate', 'Construction', 'Cybersecurity', 'Education',
    'Energy', 'Fintech', 'Food', 'Health', 'Logistics', 'Media', 'Mobility', 'Robotics', 'SaaS', 'Space'
  ] as tags,
  array['idea', 'prototype', 'mvp', 'live', 'scaling'] as product_stages,
  array[
    'Ada', 'Amina', 'Ben', 'Carla', 'Dario', 'Elif', 'Farid', 'Grace', 'Hana', 'Ivo', 'Jonas', 'Keiko', 'Lena',
    'Mateo', 'Nadia', 'Omar', 'Priya', 'Quentin', 'Rosa', 'Sven', 'Tariq', 'Uma', 'Vera', 'Wen', 'Yara', 'Zoe'
  ] as first_names,
  array[
    'Testermann', 'Sampleton', 'Mockford', 'Fixtura', 'Stubbs', 'Exampleza', 'Placeholm', 'Dummont', 'Seedwell',
    'Specimensky', 'Trialova', 'Pretendez', 'Fakenham', 'Inventado', 'Makebelli', 'Notreal', 'Demowski', 'Phantomas'
  ] as last_names,
  array['Co-founder', 'CEO & Co-founder', 'CTO & Co-founder', 'COO', 'Head of Product', 'Chief Scientist'] as roles,
  array['Software Engineer', 'Product Manager', 'Designer', 'Sales Lead', 'Field Technician', 'Data Analyst'] as jobs,
  array['full_time', 'part_time', 'internship', 'contract'] as job_types,
  array['engineering', 'design', 'product', 'marketing', 'sales', 'operations'] as role_categories,
  array['remote', 'hybrid', 'on_site'] as work_arrangements,
  array['entry', 'mid', 'senior', 'lead'] as experience_levels,
  array['Europe', 'Middle East', 'North America', 'South Asia', 'East Africa'] as regions,
  array['Berlin', 'Haifa', 'Nairobi', 'Toronto', 'Lisbon', 'Pune', 'Zürich', 'Kraków'] as cities;

-- If a value in this view is null, the startup gets an ordinary value. If `emptied` is 'null', all of the startup's nullable
-- fields except `created_at` are null. If `emptied` is 'blank', its nullable text fields are blank, and `team_size` is null.
drop view if exists portal.test_startups;

create view portal.test_startups as
select *
from (
  values
    (1, 'two enrollments over time', 'returned', null, null, null, null, null::text[], null),
    (2, 'alumnus', 'alumnus', null, null, null, null, null, null),
    (3, 'a withdrawn and an active enrollment', 'second chance', null, null, null, null, null, null),
    (4, 'no industry tags', null, null, null, null, null, '{}', null),
    (5, 'every nullable field null', null, null, null, null, null, null, 'null'),
    (6, 'every nullable field blank', null, null, null, null, null, null, 'blank'),
    (7, 'a description of about 20 KB', null, 190, null, null, null, null, null),
    (8, 'a description of more than 64 KiB', null, 760, null, null, null, null, null),
    (9, 'Arabic', null, null, 'واحة الاختبار', 'منصّة تربط المزارعين بالأسواق المحلية — نسخة ٢٫٠', null,
      array['زراعة', 'AI'], null),
    (10, 'Hebrew, mixed directions and direction marks', null, null, E'דוגמה \u200ELabs\u200F בע"מ',
      E'\u202Bפלטפורמה ל-IoT (גרסה 2.0)\u202C; the rest is left to right', null, array['חקלאות'], null),
    (11, 'emoji, joined emoji and flags', null, null, 'Rocket 🚀 Family 👨‍👩‍👧‍👦', '🏳️‍🌈 🇺🇳 👩🏽‍🚀 1️⃣ ❤️‍🔥', null,
      array['🧪 Science'], null),
    (12, 'combining characters', null, null, E'Cafe\u0301 Nai\u0308ve',
      E'Z\u0335\u0321\u034Aa\u0336\u0322l\u0337g\u0338o and a\u0323\u030A', null, null, null),
    (13, 'Chinese, Japanese, Korean and a character beyond the basic plane', null, null, '测试科技 テスト 테스트',
      '從校園到市場：全角ＡＢＣ、𠮷野家、한국어', null, array['人工智能', 'ロボット'], null),
    (14, 'quotes and backslashes', null, null, 'O''Test "Quote" \ Back\\slash', 'C:\temp\new \u0041 \" '' ` ${x} %s {{y}}',
      null, array['R&D', '"quoted"', 'back\slash', 'comma, separated'], null),
    (15, 'markup', null, null, 'Tagged </script><script>alert(1)</script>', '<img src=x onerror="alert(1)"> &amp; <!-- ]]> -->',
      null, array['<b>bold</b>'], null),
    (16, 'line breaks, tabs, control and invisible characters', null, null, E'Line\u2028Paragraph\u2029 Works',
      E'one\ntwo\r\nthree\tfour\u0001\u0007\u001B[31m\u007F\u0085\u00A0\u200B\uFEFFend', null, null, null),
    (17, 'a website without a scheme', null, null, null, null, 'www.no-scheme.example/about', null, null),
    (18, 'a website with http', null, null, null, null, 'http://plain-http.example', null, null),
    (19, 'an internationalised website with a query', null, null, null, null,
      'https://bücher-und-größe.example/straße?q=a b&lang=de#über', null, null),
    (20, 'graduated twice', 'graduated twice', null, null, null, null, null, null),
    (21, 'two enrollments from the same day', 'twice at once', null, null, null, null, null, null)
) as special (place, shows, career, sentences, name, blurb, website_url, industry, emptied);

drop view if exists portal.test_founders;

create view portal.test_founders as
select *
from (
  values
    (1, 10, 'every published nullable field null', 'Nulla', 'Voidsen', null, null, true),
    (2, 10, 'blank job title and link', 'Blanca', 'Spaceley', ' ', E'\n', true),
    (3, 10, 'right to left', 'ليلى', 'כהן-לדוגמה', 'מייסדת', 'https://linkedin.example/in/ليلى', true),
    (4, 10, 'emoji, combining characters, quotes, markup', E'Zoe\u0308 🦊', 'O''Brien-"Mock" \ <b>Jr.</b>',
      '</script><script>alert(1)</script>', 'linkedin.example/in/zoe', true),
    (5, 10, 'Chinese', '小明', '测试', '联合创始人', 'https://linkedin.example/in/xiaoming', true),
    (6, 10, 'did not opt in', 'Privata', 'Hiddenham', 'CEO', 'https://linkedin.example/in/privata', false),
    (7, 20, 'opted in at an alumnus', 'Alumna', 'Graduova', 'CEO', 'https://linkedin.example/in/alumna', true),
    (8, 205, 'opted in at an inactive startup', 'Emerita', 'Inactova', 'CEO', 'https://linkedin.example/in/emerita', true)
) as special (number, startup, shows, first_name, last_name, job_title, linkedin_url, in_public_directory);

drop view if exists portal.test_jobs;

create view portal.test_jobs as
select *
from (
  values
    (1, 10, 'no end', 'Founding Engineer', 'published', null, array['Europe'], array['Berlin', 'Zürich'], null),
    (2, 10, 'ends far away', 'Product Designer', 'published', timestamptz '2099-12-31T23:59:59.999Z', array['Europe'],
      array['Lisbon'], null),
    (3, 10, 'infinite end', 'Head of Forever', 'published', 'infinity', '{}', '{}', null),
    (4, 10, 'every nullable field null', 'Generalist', 'published', null, null, null, 'null'),
    (5, 10, 'every nullable field blank, empty places', 'Blank Slate', 'published', null, array[null, ''],
      array['', null, 'Pune'], 'blank'),
    (6, 10, 'difficult text', E'مهندس 👩🏽‍💻 "C\\C++" </script><script>alert(1)</script>\tTab', 'published', null,
      array['الشرق الأوسط'], array['北京', 'São Paulo', E'Montre\u0301al'], null),
    (7, 10, 'draft', 'Draft Role', 'draft', null, array['Europe'], array['Berlin'], null),
    (8, 10, 'closed', 'Closed Role', 'closed', '2099-12-31T00:00:00Z', array['Europe'], array['Berlin'], null),
    (9, 10, 'expired', 'Expired Role', 'published', '2020-01-01T00:00:00Z', array['Europe'], array['Berlin'], null),
    (10, 20, 'published at an alumnus', 'Alumni Role', 'published', null, array['Europe'], array['Berlin'], null),
    (11, 205, 'published at an inactive startup', 'Late Role', 'published', null, array['Europe'], array['Berlin'], null)
) as special (number, startup, shows, title, status, expires_at, location_regions, location_cities, emptied);

-- The steps of a startup's career in the programmes. The career 'never enrolled' has no steps.
drop view if exists portal.test_careers;

create view portal.test_careers as
select *
from (
  values
    ('active', 1, 2, 'active', false),
    ('returned', 1, 0, 'completed', true),
    ('returned', 2, 2, 'active', false),
    ('second chance', 1, 0, 'withdrawn', false),
    ('second chance', 2, 2, 'active', false),
    ('twice at once', 1, 2, 'active', false),
    ('twice at once', 2, 2, 'active', false),
    ('alumnus', 1, 0, 'completed', true),
    ('graduated twice', 1, 0, 'completed', true),
    ('graduated twice', 2, 2, 'completed', true),
    ('ended', 1, 0, 'withdrawn', false),
    ('pending', 1, 2, 'pending', false)
) as career (career, step, years, status, graduated);

create or replace function portal.test_slots(listed_startups integer)
returns table (number integer, place integer, pick integer, career text)
language sql immutable
as $$
  select
    10 * place,
    place,
    pick,
    coalesce(
      special.career,
      case when pick % 20 < 3 then 'alumnus' when pick % 20 < 7 then 'returned' else 'active' end
    )
  from generate_series(1, listed_startups) as place
  cross join lateral (select portal.test_number('startup' || 10 * place) as pick offset 0) as picked
  left join portal.test_startups special using (place)
  union all
  select
    200 * unlisted + 5,
    null,
    portal.test_number('startup' || 200 * unlisted + 5),
    case unlisted % 3 when 1 then 'ended' when 2 then 'never enrolled' else 'pending' end
  from generate_series(1, greatest(3, listed_startups / 20)) as unlisted;
$$;

-- Returns the value of a nullable field. If `emptied` is 'null' or 'blank', the result is null or a blank string instead.
create or replace function portal.test_value(value text, emptied text) returns text
language sql immutable parallel safe
return case emptied when 'null' then null when 'blank' then ' ' else value end;

create or replace function portal.load_test_data(listed_startups integer default 120, with_jobs boolean default true)
returns void
language plpgsql
set search_path = ''
as $$
declare
  words portal.test_words;
begin
  select * into words from portal.test_words;

  truncate portal.startups, portal.programs, portal.cohorts, portal.enrollments, portal.founders, portal.jobs;

  insert into portal.programs (id, name)
  select portal.test_id('d', number), name
  from (values (1, 'Incubator'), (2, 'Accelerator'), (3, 'Climate & Energy Lab')) as program (number, name);

  insert into portal.cohorts (id, program_id, name)
  select portal.test_id('c', 10 * program + year), portal.test_id('d', program), 'Cohort ' || 2018 + year
  from generate_series(1, 3) as program, generate_series(1, 7) as year;

  insert into portal.startups (
    id, slug, name, industry, blurb, description, logo_url, website_url, linkedin_url, team_size, product_stage,
    created_at
  )
  select
    portal.test_id('8', slot.number),
    slug,
    coalesce(special.name, drawn.name),
    case special.emptied
      when 'null' then null
      when 'blank' then array[null, '']
      else coalesce(
        special.industry,
        array[portal.test_pick(words.tags, pick), portal.test_pick(words.tags, pick + 1 + pick / 18 % 16)]
      )
    end,
    portal.test_value(coalesce(special.blurb, portal.test_pick(words.blurbs, pick / 31)), special.emptied),
    portal.test_value(
      'At ' || drawn.name || ', work began early. '
        || portal.test_prose('prose' || slot.number, coalesce(special.sentences, 10 + pick % 18)),
      special.emptied
    ),
    portal.test_value(portal.test_picture(coalesce(special.name, drawn.name)), special.emptied),
    portal.test_value(
      coalesce(special.website_url, case when pick % 11 > 0 then 'https://' || slug || '.example' end),
      special.emptied
    ),
    portal.test_value(
      case when pick % 7 > 0 then 'https://linkedin.example/company/' || slug end,
      special.emptied
    ),
    case when special.emptied is null then 1 + pick % 60 end,
    portal.test_value(portal.test_pick(words.product_stages, pick), special.emptied),
    timestamptz '2019-01-01T00:00:00Z' + pick % 200000000 * interval '1 second' + pick % 1000000 * interval '1 microsecond'
  from portal.test_slots(listed_startups) as slot
  cross join lateral (
    select
      portal.test_pick(words.adjectives, portal.test_number('adjective' || slot.number)) || ' '
        || portal.test_pick(words.nouns, portal.test_number('noun' || slot.number)) as name
    offset 0
  ) as drawn
  cross join lateral (select lower(replace(drawn.name, ' ', '-')) || '-' || slot.number as slug) as named
  left join portal.test_startups special using (place)
  order by md5(slot.number::text);

  insert into portal.enrollments (id, startup_id, cohort_id, status, graduated, accepted_date, ended_date)
  select
    portal.test_id('e', 10 * slot.number + step),
    portal.test_id('8', slot.number),
    portal.test_id('c', 10 * (1 + (pick + step) % 3) + years + 1 + pick % 5),
    status,
    graduated,
    accepted_date,
    case when status not in ('active', 'pending') then accepted_date + 150 + pick % 60 end
  from portal.test_slots(listed_startups) as slot
  join portal.test_careers using (career)
  cross join lateral (select make_date(2019 + years + pick % 5, 3, 1 + pick % 28) as accepted_date) as moment
  order by md5(slot.number || ' ' || step);

  insert into portal.founders (
    id, startup_id, first_name, last_name, email, phone, job_title, linkedin_url, avatar_url, in_public_directory,
    created_at
  )
  select
    portal.test_id('9', number),
    portal.test_id('8', startup),
    first_name,
    last_name,
    'founder-' || number || '@example.com',
    '+1-555-01' || lpad((number % 100)::text, 2, '0'),
    job_title,
    linkedin_url,
    case when job_title > ' ' then portal.test_picture(first_name) end,
    in_public_directory,
    timestamptz '2019-06-01T00:00:00Z' + number * interval '1 minute'
  from (
    select number, startup, first_name, last_name, job_title, linkedin_url, in_public_directory
    from portal.test_founders
    where startup in (select slot.number from portal.test_slots(listed_startups) as slot)
    union all
    select
      10 * slot.number + nth,
      slot.number,
      portal.test_pick(words.first_names, draw),
      portal.test_pick(words.last_names, draw / 26),
      portal.test_pick(words.roles, draw / 468),
      case when draw % 9 > 0 then 'https://linkedin.example/in/founder-' || 10 * slot.number + nth end,
      draw % 8 > 0
    from portal.test_slots(listed_startups) as slot
    cross join lateral generate_series(1, (array[0, 1, 2, 2, 2, 3, 3, 3])[1 + pick % 8]) as nth
    cross join lateral (select portal.test_number('founder' || 10 * slot.number + nth) as draw offset 0) as drawn
  ) as founder
  order by md5(number::text);

  insert into portal.jobs (
    id, startup_id, title, status, job_type, role_category, work_arrangement, experience_level, external_url,
    location_regions, location_cities, expires_at, created_at
  )
  select
    portal.test_id('a', number),
    portal.test_id('8', startup),
    title,
    status,
    portal.test_value(portal.test_pick(words.job_types, draw), emptied),
    portal.test_value(portal.test_pick(words.role_categories, draw / 4), emptied),
    portal.test_value(portal.test_pick(words.work_arrangements, draw / 24), emptied),
    portal.test_value(portal.test_pick(words.experience_levels, draw / 72), emptied),
    portal.test_value('https://apply.example.com/jobs/' || number || '?source=directory', emptied),
    location_regions,
    location_cities,
    expires_at,
    timestamptz '2024-01-01T00:00:00Z' + draw % 80000000 * interval '1 second'
  from (
    select
      number, startup, title, status, expires_at, location_regions, location_cities, emptied,
      portal.test_number('job' || number) as draw
    from portal.test_jobs
    where startup in (select slot.number from portal.test_slots(listed_startups) as slot)
    union all
    select
      10 * slot.number,
      slot.number,
      portal.test_pick(words.jobs, draw),
      portal.test_pick(array['published', 'published', 'published', 'draft', 'closed'], draw),
      portal.test_pick(array[null, '2099-12-31T00:00:00Z', '2099-12-31T00:00:00Z', '2020-01-01T00:00:00Z'], draw / 5)
        ::timestamptz,
      array[portal.test_pick(words.regions, draw / 20)],
      array[portal.test_pick(words.cities, draw / 100)],
      null,
      draw
    from portal.test_slots(listed_startups) as slot
    cross join lateral (select portal.test_number('job' || 10 * slot.number) as draw offset 0) as drawn
    where pick % 4 = 0
  ) as job
  where with_jobs
  order by md5(number::text);

  -- This updates the planner's statistics immediately, because autovacuum would run too late, and does not run in an embedded
  -- database.
  analyze portal.startups, portal.programs, portal.cohorts, portal.enrollments, portal.founders, portal.jobs;
end
$$;

revoke execute on all functions in schema portal from public;
