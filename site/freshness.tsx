/** How fresh the lists are: one line of state with the details behind it, and a note on stale ones. */

import { type ComponentChildren, Fragment } from 'preact';

import { FRESH_SECONDS } from '../contract/http.ts';
import { paths } from '../contract/paths.ts';
import { nounOf, type ViewName, viewNames } from './explorer/route.ts';
import type { Lists, ListStatus, Loaded, Status } from './live.ts';
import { clockTime, counted, relativeAge, sizeInWords } from './text.ts';

const ENGLISH_LIST = new Intl.ListFormat('en-GB');

interface Props {
  readonly lists: Lists;
  readonly status: Status;
  readonly now: Date;
}

/** The state in one line; more of it for those who ask. */
export function Freshness({ lists, status, now }: Props) {
  return (
    <details class="freshness small">
      <summary>{stateOf(lists, now)}</summary>
      <ul class="gauges">
        {viewNames.map((name) => (
          <li key={name} class="gauge card">
            <Gauge name={name} loaded={lists[name]} status={status[name]} now={now} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** `120 startups · 182 founders · 17 jobs · updated 2 minutes ago`, as the oldest of them was. */
function stateOf(lists: Lists, now: Date): string {
  const all = viewNames.map((name) => ({ name, loaded: lists[name] }));
  if (all.some(({ loaded }) => loaded.state === 'loading')) return 'Loading the lists';
  const times = all.flatMap(({ loaded }) =>
    loaded.state === 'ready' ? (loaded.list.cachedAt?.getTime() ?? []) : [],
  );
  return [
    ...all.map(({ name, loaded }) => amountOf(name, loaded)),
    ...(times.length === 0 ? [] : [`updated ${relativeAge(new Date(Math.min(...times)), now)}`]),
  ].join(' · ');
}

function amountOf(name: ViewName, loaded: Loaded<unknown>): string {
  return loaded.state === 'ready'
    ? counted(loaded.list.records.length, nounOf(name))
    : `${name} not loaded`;
}

interface GaugeProps {
  readonly name: ViewName;
  readonly loaded: Loaded<unknown>;
  readonly status: ListStatus | undefined;
  readonly now: Date;
}

const sources = {
  database: 'the database',
  'last-good': 'the last good copy',
  kept: 'what this page kept',
} as const;

function Gauge({ name, loaded, status, now }: GaugeProps) {
  const title = <h3>{paths[name]}</h3>;
  const { bytes = null, emptyByDesign = false, problem = null } = status ?? {};
  if (loaded.state !== 'ready') {
    return (
      <>
        {title}
        <p class="amount">{loaded.state === 'loading' ? '…' : '–'}</p>
        <p>{loaded.state === 'loading' ? 'Loading' : `Could not be loaded. ${problem ?? ''}`}</p>
      </>
    );
  }
  const { records, cachedAt, source, problems } = loaded.list;
  return (
    <>
      {title}
      <p class="amount">
        <strong>{records.length.toLocaleString('en')}</strong>{' '}
        {records.length === 1 ? 'record' : 'records'}
      </p>
      {cachedAt !== undefined && <AgeBar seconds={(now.getTime() - cachedAt.getTime()) / 1000} />}
      <dl>
        <Line term="Read">
          {cachedAt === undefined ? (
            'not known'
          ) : (
            <time dateTime={cachedAt.toISOString()} title={cachedAt.toISOString()}>
              {relativeAge(cachedAt, now)}
            </time>
          )}
        </Line>
        <Line term="From" class={`source ${source}`}>
          {sources[source]}
        </Line>
        {problems.length > 0 && (
          <Line term="Left out">{counted(problems.length, 'bad record')}</Line>
        )}
        {bytes !== null && <Line term="Size">{sizeInWords(bytes)}</Line>}
        {records.length === 0 && emptyByDesign && <Line term="Empty">by design</Line>}
        {problem !== null && (
          <Line term="Status" class="problem">
            {problem}
          </Line>
        )}
      </dl>
    </>
  );
}

interface LineProps {
  readonly term: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

function Line({ term, children, ...rest }: LineProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd {...rest}>{children}</dd>
    </div>
  );
}

/** How much of the hour is over; the text beside it says the same. */
function AgeBar({ seconds }: { seconds: number }) {
  const part = Math.min(Math.max(seconds / FRESH_SECONDS, 0.01), 1);
  return (
    <svg class="age" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="2" class="hour" />
      <rect width={part * 100} height="2" class={seconds > FRESH_SECONDS ? 'over' : 'gone'} />
    </svg>
  );
}

interface Stale {
  readonly name: ViewName;
  readonly source: string;
  readonly cachedAt: Date | undefined;
}

/** Says where what is shown is not what the database holds now. */
export function StaleNote({ lists }: { lists: Lists }) {
  const shown = viewNames.flatMap((name): Stale[] => {
    const loaded = lists[name];
    return loaded.state === 'ready' ? [{ name, ...loaded.list }] : [];
  });
  return (
    <>
      {notes.map(({ source, reason, seen }) => {
        const stale = shown.filter((one) => one.source === source);
        return (
          stale.length > 0 && (
            <p key={source} class="stale">
              <strong>{reason}</strong> You see {seen} <Named stale={stale} />.
            </p>
          )
        );
      })}
    </>
  );
}

const notes = [
  { source: 'last-good', reason: 'The database is unavailable.', seen: 'the last good copy of' },
  {
    source: 'kept',
    reason: 'The service could not be reached.',
    seen: 'what this page has kept of',
  },
];

/** Usually they were read together, and one time is enough for all. */
function Named({ stale }: { stale: readonly Stale[] }) {
  const times = new Set(stale.map(({ cachedAt }) => cachedAt && clockTime(cachedAt)));
  const groups = times.size === 1 ? [stale] : stale.map((one) => [one]);
  return (
    <>
      {groups.map((group, index) => (
        <Fragment key={index}>
          {index > 0 && '; '}
          {ENGLISH_LIST.format(group.map(({ name }) => name))}
          <From {...group[0]} />
        </Fragment>
      ))}
    </>
  );
}

/** A clock time, not an age: what a screen reader announces must not change each minute. */
function From({ cachedAt }: Partial<Stale>) {
  return (
    cachedAt && (
      <>
        , from <time dateTime={cachedAt.toISOString()}>{clockTime(cachedAt)}</time>
      </>
    )
  );
}
