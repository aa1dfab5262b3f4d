/** The beginning of a long text, so that a description of 200 KB costs nothing until somebody asks for it. */

const SHOWN_CHARACTERS = 1200;
/** A text that is only a little longer is shown whole: a button for one more line helps nobody. */
const TOLERATED_CHARACTERS = 1800;

/** The text itself where it is short; otherwise its beginning, which ends between two words where there are any. */
export function excerpt(text: string): string {
  if (text.length <= TOLERATED_CHARACTERS) return text;
  const start = text.slice(0, SHOWN_CHARACTERS);
  const end = start.search(/\s\S*$/u);
  const cut =
    end > SHOWN_CHARACTERS / 2 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/u, '');
  return `${cut} …`;
}
