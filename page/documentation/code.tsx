/** A piece of code whose comments stand back. It can be scrolled by keyboard, so it has a name. */

/** A `#` or `//` at the beginning of a line or after white space, to the line's end. */
const COMMENT = /((?:^|(?<=\s))(?:#|\/\/) .*$)/gmu;

export function Code({ text, label }: { text: string; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre role="region" aria-label={label} tabIndex={0}>
      <code>
        {text
          .split(COMMENT)
          .map((part, index) => (index % 2 === 1 ? <i key={index}>{part}</i> : part))}
      </code>
    </pre>
  );
}
