/** Examples to copy. */

import { Code } from './code.tsx';
import { examples } from './examples.ts';

export function UseIt() {
  return (
    <section id="use" aria-labelledby="use-title">
      <h2 id="use-title">Use it</h2>
      <p class="lead">
        No key, no sign-up, any origin. Fetch a list, keep it for as long as its{' '}
        <code>Cache-Control</code> says, and do the rest on your side.
      </p>
      <div class="examples">
        {examples.map(({ name, hint, code }) => (
          <article key={name} class="example" data-example={name}>
            <header>
              <h3>{name}</h3>
            </header>
            <p>{hint}</p>
            <Code text={code} label={`Example: ${name}`} />
          </article>
        ))}
      </div>
    </section>
  );
}
