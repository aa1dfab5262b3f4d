/** A long text, of which the beginning is shown until somebody wants all of it. */

import { useState } from 'preact/hooks';

import { counted } from '../text/amounts.ts';
import { excerpt } from '../text/excerpt.ts';

export function Description({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const beginning = excerpt(text);
  return (
    <>
      <p id="description" class="prose" dir="auto">
        {isWhole ? text : beginning}
      </p>
      {beginning !== text && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls="description"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show all ${counted(text.length, ['character', 'characters'])}`}
        </button>
      )}
    </>
  );
}
