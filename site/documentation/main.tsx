/** The documentation page's script. It adds a button to copy each example, and buttons that show responses of the service. */

import { render, type VNode } from 'preact';
import { useState } from 'preact/hooks';

/** How long "Copied" is shown next to a button. */
const COPIED_MS = 2000;

function CopyButton({ name, text }: { name: string; text: string }) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const copied = navigator.clipboard.writeText(text);
    setSaid(await copied.then(() => 'Copied').catch(() => 'Could not copy'));
    setTimeout(() => setSaid(''), COPIED_MS);
  };
  const label = `Copy the example: ${name}`;
  return (
    <>
      <span class="muted" role="status">
        {said}
      </span>{' '}
      <button type="button" class="btn" aria-label={label} onClick={() => void copy()}>
        Copy
      </button>
    </>
  );
}

interface AskButtonProps {
  readonly path: string;
  readonly label: string;
  /** Returns the text to show for a response. */
  readonly textOf: (response: Response) => Promise<string>;
}

/** Attributes that make screen readers announce the response, and let visitors scroll it with the keyboard. */
const liveAndScrolling = { 'aria-live': 'polite', tabIndex: 0 } as const;

function AskButton({ path, label, textOf }: AskButtonProps) {
  const [answer, setAnswer] = useState<string>();
  const ask = async (): Promise<void> => {
    const failed = (error: unknown) => `Could not load or read ${path}: ${String(error)}`;
    setAnswer(await fetch(path, { cache: 'no-cache' }).then(textOf).catch(failed));
  };
  return (
    <>
      <button type="button" class="btn" aria-label={`${label}: ${path}`} onClick={() => void ask()}>
        {label}
      </button>
      {answer !== undefined && (
        <pre role="region" aria-label={`${label}: response from ${path}`} {...liveAndScrolling}>
          {answer}
        </pre>
      )}
    </>
  );
}

/** Returns the status, the headers and the body of a response. If the body is a list, only its first record is included. */
async function wholeText(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`);
  const text = await response.text();
  return `${response.status}\n${headers.join('')}\n${firstRecord(text)}`;
}

/**
 * Returns a JSON body in readable form, with only the first record of a list. Returns any other body unchanged, because a proxy
 * may respond with any text.
 */
function firstRecord(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return JSON.stringify(Array.isArray(body) ? body.slice(0, 1) : body, undefined, 2);
  } catch {
    return text;
  }
}

/** Returns a paragraph for each given field, with the field's name and the distinct strings that it has in the list. */
async function valuesOf(fields: readonly string[], response: Response): Promise<string> {
  const body: unknown = await response.json();
  const records: readonly unknown[] = Array.isArray(body) ? body : [];
  const lines = fields.map((field) => {
    const values = records.flatMap((record): unknown => Reflect.get(Object(record), field));
    const texts = values.filter((value) => typeof value === 'string');
    return `${field}: ${[...new Set(texts)].toSorted().join(', ')}`;
  });
  return lines.join('\n\n');
}

/** Returns an element that contains the button and, after a click, its result. */
function action(button: VNode): Element {
  const place = document.createElement('div');
  place.className = 'action';
  render(button, place);
  return place;
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-try], a[data-values]')) {
  const path = link.getAttribute('href') ?? '';
  const fields = link.dataset['values']?.split(' ');
  const button =
    fields === undefined ? (
      <AskButton path={path} label="Try it" textOf={wholeText} />
    ) : (
      <AskButton path={path} label="Show" textOf={async (response) => valuesOf(fields, response)} />
    );
  link.parentElement?.append(action(button));
}
// Browsers provide the clipboard only over HTTPS and on localhost.
if ('clipboard' in navigator) {
  for (const code of document.querySelectorAll('.examples pre')) {
    const name = code.getAttribute('aria-label')?.replace('Example: ', '') ?? '';
    code.after(action(<CopyButton name={name} text={code.textContent} />));
  }
}
