/** The script of the documentation: copies examples, and shows responses of the service. */

import { render, type VNode } from 'preact';
import { useState } from 'preact/hooks';

/** How long a button shows that it has copied. */
const COPIED_MS = 2000;

function CopyButton({ name, text }: { name: string; text: string }) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const copied = navigator.clipboard.writeText(text);
    setSaid(await copied.then(() => 'Copied').catch(() => 'Not allowed to copy'));
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
  /** Text of the response that is shown. */
  readonly textOf: (response: Response) => Promise<string>;
}

/** Announces the response, and lets the keyboard scroll it. */
const liveAndScrolling = { 'aria-live': 'polite', tabIndex: 0 } as const;

function AskButton({ path, label, textOf }: AskButtonProps) {
  const [answer, setAnswer] = useState<string>();
  const ask = async (): Promise<void> => {
    const response = fetch(path, { cache: 'no-cache' });
    setAnswer(
      await response.then(textOf).catch((error: unknown) => `No response: ${String(error)}`),
    );
  };
  return (
    <>
      <button type="button" class="btn" aria-label={`${label}: ${path}`} onClick={() => void ask()}>
        {label}
      </button>
      {answer !== undefined && (
        <pre role="region" aria-label={`${label}: response of ${path}`} {...liveAndScrolling}>
          {answer}
        </pre>
      )}
    </>
  );
}

/** Returns the status, the headers and the body of a response. Of a list, only the first record. */
async function wholeText(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`);
  const text = await response.text();
  return `${response.status}\n${headers.join('')}\n${firstRecord(text)}`;
}

/** Returns the first record of a list, or any other body unchanged, because a proxy may respond with any text. */
function firstRecord(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    return JSON.stringify(Array.isArray(body) ? body.slice(0, 1) : body, undefined, 2);
  } catch {
    return text;
  }
}

/** Returns the values that occur in some fields of a list, one field per line. */
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

/** Returns an element with a button and the result that the button shows. */
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
// Browsers provide the clipboard only over TLS.
if ('clipboard' in navigator) {
  for (const code of document.querySelectorAll('.examples pre')) {
    const name = code.getAttribute('aria-label')?.replace('Example: ', '') ?? '';
    code.after(action(<CopyButton name={name} text={code.textContent} />));
  }
}
