/** Searches the test data and a few additional records. Checks the number of records found, and the first three. */

import founders from '../../client/fixtures/founders.json' with { type: 'json' };
import jobs from '../../client/fixtures/jobs.json' with { type: 'json' };
import startups from '../../client/fixtures/startups.json' with { type: 'json' };
import { foundersView } from '../../site/cards/founders.tsx';
import { jobsView } from '../../site/cards/jobs.tsx';
import { english } from '../../site/cards/language.ts';
import { byStartup } from '../../site/cards/lists.ts';
import { searchOf, type View } from '../../site/cards/search.ts';
import { startupsView } from '../../site/cards/startups.tsx';
import { fullName } from '../../site/text.ts';
import * as invented from '../support/records.ts';

const blank = { blurb: null, description: null, industry: [], enrollments: [] };
const additional = ['Łódź Robotics', 'Straßenbau Süd', 'Øresund Wind', 'Добро', '🚀 Rocket'].map(
  (name, index) => invented.startup(1000 + index, { name, ...blank }),
);
const maeve = {
  ...invented.founder(1),
  first_name: 'Maeve',
  last_name: 'O’Brien',
  job_title: null,
};

const allStartups = [...startups, ...additional];
const allFounders = [...founders, maeve];
const known = new Map(allStartups.map((startup) => [startup.id, startup]));

function hits<R>(view: View<R>, records: readonly R[]) {
  const { find } = searchOf(view, records);
  const sorted = records.toSorted(view.orders[0].compare);
  return (words: string) => find(sorted, words, true);
}

const startupsFor = hits(startupsView(byStartup(allFounders), english), allStartups);
const foundersFor = hits(foundersView(known, english), allFounders);
const jobsFor = hits(jobsView, jobs);

const search = {
  startups: (words: string) => startupsFor(words).map(({ name }) => name.normalize()),
  founders: (words: string) => foundersFor(words).map((founder) => fullName(founder).normalize()),
  jobs: (words: string) => jobsFor(words).map(({ title }) => title),
};

const compasses = ['Amber Compass', 'Clear Compass', 'Coastal Compass'];
const zoe = 'Zoë 🦊 O\'Brien-"Mock" \\ <b>Jr.</b>';

test.each([
  // A search matches only the beginning of a word, so this does not find "said" or "repair".
  ['startups', 'AI', 13, ['Amber Harvest', 'Bright Bridge', 'Cedar Beacon']],
  // A startup with the word in a tag or in its blurb comes before a startup with the word in its description.
  ['startups', 'energy', 100, ['Amber Compass', 'Amber Grid', 'Café Naïve']],
  ['startups', 'compass', 7, compasses],
  ['startups', 'cohort 2025', 25, ['Amber School', 'Cedar Signal', 'Crisp Hive']],
  ['startups', 'energy amber', 4, ['Amber Compass', 'Amber Grid', 'Amber Harvest']],
  ['startups', 'Blanca Spaceley', 1, ['Tidal Compass']],
  ['startups', 'lodz', 1, ['Łódź Robotics']],
  ['startups', 'strasse', 1, ['Straßenbau Süd']],
  ['startups', 'STRAßE', 1, ['Straßenbau Süd']],
  ['startups', 'oresund', 1, ['Øresund Wind']],
  ['startups', 'cafe naive', 1, ['Café Naïve']],
  ['startups', 'добро', 1, ['Добро']],
  ['startups', '🚀', 2, ['🚀 Rocket', 'Rocket 🚀 Family 👨‍👩‍👧‍👦']],
  ['startups', 'amber-compass', 1, ['Amber Compass']],
  ['startups', '"amber compass"', 1, ['Amber Compass']],
  // If no record matches exactly, each word of five or more letters may contain one mistake: a wrong, missing or extra letter,
  // or two neighbouring letters in the wrong order.
  ['startups', 'ambre compass', 1, ['Amber Compass']],
  ['startups', 'agricultre', 15, ['Amber Compass', 'Café Naïve', 'Delta Compass']],
  ['startups', 'solr', 0, []],
  ['startups', 'zzzz', 0, []],
  ['founders', "o'brien", 2, ['Maeve O’Brien', zoe]],
  ['founders', 'o’brien', 2, ['Maeve O’Brien', zoe]],
  ['founders', 'cto amber', 2, ['Yara Mockford', 'Rosa Placeholm']],
  ['jobs', 'part-time', 3, ['Data Analyst', 'Sales Lead', 'Product Designer']],
  ['jobs', 'part time', 3, ['Data Analyst', 'Sales Lead', 'Product Designer']],
  ['jobs', 'engineer remote', 1, ['Software Engineer']],
  ['jobs', 'krakow', 3, ['Designer', 'Designer', 'Sales Lead']],
] as const)('a search in %s for %j finds %i records, best first', (list, words, count, first) => {
  const found = search[list](words);

  expect(found).toHaveLength(count);
  expect(found.slice(0, 3)).toEqual(first);
});
