/** The script of the documentation: copies examples, and shows the status of the lists. */

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { sitePaths } from '../../contract/site.ts';
import type { DirectoryStatus, Status } from '../../contract/status-document.ts';
import { placeOf } from '../places.ts';
import { clockTime, sizeInWords } from '../text.ts';

/** How long a button says that it has copied. */
const COPIED_MS = 2000;

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

/** The status as it is when the page is opened, and when asked. */
function StatusPanel() {
  const [status, setStatus] = useState<Status>();
  const [hasFailed, setHasFailed] = useState(false);
  const load = async (): Promise<void> => {
    try {
      const response = await fetch(sitePaths.status, { cache: 'no-cache' });
      if (!response.ok) throw new Error(response.statusText);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own service answered
      setStatus((await response.json()) as Status);
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  };
  useEffect(() => void load(), []);
  return (
    <>
      {hasFailed && <p role="alert">The status could not be loaded.</p>}
      {status !== undefined && <StatusTable {...status} />}
      <button type="button" onClick={() => void load()}>
        Ask again
      </button>
    </>
  );
}

function StatusTable({ checkedAt, directories }: Status) {
  return (
    <table aria-label={`The status at ${clockTime(new Date(checkedAt))}`}>
      <thead>
        <tr>
          {['List', 'Records', 'Size', 'Read', 'State'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.values(directories).map((list) => (
          <tr key={list.path} class={list.problem === null ? undefined : 'problem'}>
            <th scope="row">
              <code>{list.path}</code>
            </th>
            {factsOf(list).map((fact, index) => (
              <td key={index}>{fact ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function factsOf({ records, bytes, cachedAt, source, emptyByDesign, problem }: DirectoryStatus) {
  return [
    emptyByDesign ? '0, by design' : records?.toLocaleString('en'),
    bytes === null ? null : sizeInWords(bytes),
    cachedAt === null ? null : clockTime(new Date(cachedAt)),
    problem ?? (source === 'database' ? 'Fresh' : 'The last good copy'),
  ];
}

render(<StatusPanel />, placeOf('status'));
// No button where the browser has no clipboard for the page, as without TLS.
if ('clipboard' in navigator) {
  for (const title of document.querySelectorAll('.examples h3')) {
    const text = title.parentElement?.querySelector('pre')?.textContent ?? '';
    const button = document.createElement('span');
    title.after(button);
    render(<CopyButton name={title.textContent} text={text} />, button);
  }
}
