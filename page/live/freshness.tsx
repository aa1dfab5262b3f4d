/** How many records each list has, how old they are, and where they come from. */

import { FRESH_SECONDS } from '../../contract/http.ts';
import { paths } from '../../contract/paths.ts';
import { type ViewName, viewNames } from '../explorer/route.ts';
import { counted, sizeInWords } from '../text/amounts.ts';
import type { Lists, Loaded } from './lists.ts';
import { Moment } from './moment.tsx';
import type { ListStatus, Status } from './status.ts';

interface Props {
  readonly lists: Lists;
  readonly status: Status;
  readonly now: Date;
}

export function Freshness({ lists, status, now }: Props) {
  return (
    <ul class="gauges">
      {viewNames.map((name) => (
        <li key={name} class="gauge">
          <Gauge name={name} loaded={lists[name]} status={status[name]} now={now} />
        </li>
      ))}
    </ul>
  );
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
  if (loaded.state !== 'ready') {
    return (
      <>
        {title}
        <p class="amount">{loaded.state === 'loading' ? '…' : '–'}</p>
        <p class="note">
          {loaded.state === 'loading' ? 'Loading' : `Could not be loaded. ${status?.problem ?? ''}`}
        </p>
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
        <div>
          <dt>Read</dt>
          <dd>{cachedAt === undefined ? 'not known' : <Moment at={cachedAt} now={now} />}</dd>
        </div>
        <div>
          <dt>From</dt>
          <dd class={`source ${source}`}>{sources[source]}</dd>
        </div>
        {problems.length > 0 && (
          <div>
            <dt>Left out</dt>
            <dd>{counted(problems.length, ['bad record', 'bad records'])}</dd>
          </div>
        )}
        <StatusLines status={status} isEmpty={records.length === 0} />
      </dl>
    </>
  );
}

function StatusLines({ status, isEmpty }: { status: ListStatus | undefined; isEmpty: boolean }) {
  const bytes = status?.bytes;
  return (
    <>
      {bytes !== undefined && (
        <div>
          <dt>Size</dt>
          <dd>{sizeInWords(bytes)}</dd>
        </div>
      )}
      {isEmpty && status?.isEmptyByDesign === true && (
        <div>
          <dt>Empty</dt>
          <dd>by design</dd>
        </div>
      )}
      {status?.problem !== undefined && (
        <div>
          <dt>Status</dt>
          <dd class="problem">{status.problem}</dd>
        </div>
      )}
    </>
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
