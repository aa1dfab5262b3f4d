/** The heading of what the explorer shows; whoever goes to another view finds the focus on it. */

const TITLE_ID = 'view-title';

export function Title({ children }: { children: string }) {
  return (
    <h3 id={TITLE_ID} tabIndex={-1} dir="auto">
      {children}
    </h3>
  );
}

/** Also where what had the focus is no longer there. It scrolls nothing. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>(`#${TITLE_ID}`)?.focus({ preventScroll: true });
}
