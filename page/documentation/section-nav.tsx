/** The way to each part of the page. It stays at the top. */

const parts = [
  ['fresh', 'Freshness'],
  ['explore', 'Explore'],
  ['use', 'Use it'],
  ['fields', 'Fields'],
  ['headers', 'Headers'],
  ['errors', 'Errors'],
  ['promises', 'Promises'],
] as const;

export function SectionNav() {
  return (
    <nav class="sections" aria-label="Sections">
      <a class="home" href="#top">
        Public Directory
      </a>
      <ul>
        {parts.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
