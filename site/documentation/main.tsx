/** The script of the documentation: copies examples, and asks the service for an answer. */

import { render, type VNode } from 'preact';
import { useState } from 'preact/hooks';

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

/** Shows what an address answers now. */
function TryButton({ path }: { path: string }) {
  const [answer, setAnswer] = useState<string>();
  const ask = async (): Promise<void> => {
    setAnswer(await answerOf(path).catch((error: unknown) => `No answer: ${String(error)}`));
  };
  return (
    <>
      {' '}
      <button type="button" aria-label={`Try it: ${path}`} onClick={() => void ask()}>
        Try it
      </button>
      {answer !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
        <pre role="region" aria-label={`The answer of ${path}`} aria-live="polite" tabIndex={0}>
          {answer}
        </pre>
      )}
    </>
  );
}

/** The status and the headers of an answer, and what it holds: of a list the first record. */
async function answerOf(path: string): Promise<string> {
  const response = await fetch(path, { cache: 'no-cache' });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`);
  return `${response.status}\n${headers.join('')}\n${beginningOf(await response.text())}`;
}

/** What stands in front of the service answers with any text. */
function beginningOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return JSON.stringify(Array.isArray(body) ? body.slice(0, 1) : body, undefined, 2);
  } catch {
    return text;
  }
}

function renderAfter(element: Element, button: VNode): void {
  const place = document.createElement('div');
  element.after(place);
  render(button, place);
}

for (const link of document.querySelectorAll('a[data-try]')) {
  renderAfter(link, <TryButton path={link.getAttribute('href') ?? ''} />);
}
// No button where the browser has no clipboard for the page, as without TLS.
if ('clipboard' in navigator) {
  for (const title of document.querySelectorAll('.examples h3')) {
    const text = title.parentElement?.querySelector('pre')?.textContent ?? '';
    renderAfter(title, <CopyButton name={title.textContent} text={text} />);
  }
}
