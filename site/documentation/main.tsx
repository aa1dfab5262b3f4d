/** The script of the documentation: copies examples, and shows the status of the lists. */

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { sitePaths } from '../../contract/site.ts';
import type { DirectoryStatus, Status } from '../../contract/status-document.ts';
import { placeOf } from '../places.ts';
import { clockTime, sizeInWords } from '../text.ts';

/** How long a button says that it has copied. */
const COPIED_MS = 2000;

const A_MINUTE_MS = 60_000;

function CopyButton({ name, text }: { name: string; text: string }) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Not allowed to copy');
    }
    setTimeout(() => setSaid(''), COPIED_MS);
  };
  return (
    <>
      <span role="status">{said}</span>{' '}
      <button type="button" aria-label={`Copy the example: ${name}`} onClick={() => void copy()}>
        Copy
      </button>
    </>
  );
}

/** The status as it is now: loaded again each minute, whenever the page is looked at, and when asked. */
function StatusPanel() {
  const [status, setStatus] = useState<Status['directories']>();
  const [hasFailed, setHasFailed] = useState(false);
  const load = async (): Promise<void> => {
    try {
      const response = await fetch(sitePaths.status, { cache: 'no-cache' });
      const body: unknown = await response.json();
      setHasFailed(!isStatus(body));
      if (isStatus(body)) setStatus(body.directories);
    } catch {
      setHasFailed(true);
    }
  };
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), A_MINUTE_MS);
    const loadSeen = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', loadSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', loadSeen);
    };
  }, []);
  return (
    <>
      {hasFailed && <p role="alert">The status could not be loaded.</p>}
      <ul class="columns">
        {Object.values(status ?? {}).map((each) => (
          <Gauge key={each.path} {...each} />
        ))}
      </ul>
      <p>
        <button type="button" onClick={() => void load()}>
          Ask again
        </button>
      </p>
    </>
  );
}

function isStatus(body: unknown): body is Pick<Status, 'directories'> {
  return typeof body === 'object' && body !== null && 'directories' in body;
}

function Gauge({
  path,
  records,
  bytes,
  cachedAt,
  source,
  emptyByDesign,
  problem,
}: DirectoryStatus) {
  const facts = [
    ['Records', emptyByDesign ? '0, by design' : records?.toLocaleString('en')],
    ['Read', cachedAt === null ? null : clockTime(new Date(cachedAt))],
    ['From', source === 'last-good' ? 'the last good copy' : source && 'the database'],
    ['Size', bytes === null ? null : sizeInWords(bytes)],
  ];
  return (
    <li class="gauge card">
      <h3>
        <code>{path}</code>
      </h3>
      <dl>
        {facts.map(([term, fact]) => (
          <div key={term} class="row">
            <dt>{term}</dt>
            <dd>{fact ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {problem !== null && <p class="problem">{problem}</p>}
    </li>
  );
}

render(<StatusPanel />, placeOf('status'));
// No button where the browser has no clipboard for the page, as without TLS.
if ('clipboard' in navigator) {
  for (const example of document.querySelectorAll<HTMLElement>('[data-example]')) {
    const text = example.querySelector('pre')?.textContent ?? '';
    const button = document.createElement('span');
    example.querySelector('header')?.append(button);
    render(<CopyButton name={example.dataset['example'] ?? ''} text={text} />, button);
  }
}
