/** Industry tags, as many as have room. */

interface Props {
  readonly tags: readonly string[];
  readonly most?: number;
}

export function Tags({ tags, most = Infinity }: Props) {
  if (tags.length === 0) return null;
  const more = tags.length - most;
  return (
    <ul class="tags" aria-label="Tags">
      {tags.slice(0, most).map((tag) => (
        <li key={tag} dir="auto">
          {tag}
        </li>
      ))}
      {more > 0 && <li>+{more}</li>}
    </ul>
  );
}
