/** The first records, and more when asked: a list of 12,000 costs no more than one of 60. */

import { useEffect, useRef, useState } from 'preact/hooks';

import type { View } from './view.ts';

const AT_ONCE = 60;

interface Props<R> {
  readonly view: View<R>;
  readonly records: readonly R[];
}

export function SomeRecords<R extends { readonly id: string }>({ view, records }: Props<R>) {
  const [shown, setShown] = useState(AT_ONCE);
  const list = useRef<HTMLUListElement>(null);

  // Who asked for more goes on reading at the first of them, and is not left at a button that has moved away.
  useEffect(() => {
    if (shown > AT_ONCE) focusFirstLink(list.current?.children[shown - AT_ONCE]);
  }, [shown]);

  return (
    <>
      <ul ref={list} class={`records ${view.name}`}>
        {records.slice(0, shown).map((record) => (
          <li key={record.id} tabIndex={-1}>
            {view.card(record)}
          </li>
        ))}
      </ul>
      {shown < records.length && (
        <p class="more">
          <button type="button" class="button" onClick={() => setShown(shown + AT_ONCE)}>
            Show more
          </button>
          <span>
            {shown} of {records.length.toLocaleString('en')} are shown
          </span>
        </p>
      )}
    </>
  );
}

function focusFirstLink(item: Element | undefined): void {
  const target = item?.querySelector('a') ?? item;
  if (target instanceof HTMLElement) target.focus();
}
