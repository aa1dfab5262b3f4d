/** A table of what something is called and what it means. */

import type { ComponentChildren } from 'preact';

export interface Fact {
  readonly name: string;
  readonly meaning: ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly columns: readonly [string, string];
  readonly facts: readonly Fact[];
}

export function FactsTable({ label, columns, facts }: Props) {
  return (
    <table class="facts two" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, meaning }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
