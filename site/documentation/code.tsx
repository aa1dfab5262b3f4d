/** A piece of code, highlighted when the page is made: a browser loads nothing for it but colours. */

import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import xml from 'highlight.js/lib/languages/xml';

const languages = { bash, html: xml, javascript, json, python };

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

interface CodeProps {
  readonly text: string;
  readonly language: keyof typeof languages;
  readonly label: string;
}

/** It can be scrolled by keyboard, so it has a name. */
export function Code({ text, language, label }: CodeProps) {
  const { value } = hljs.highlight(text, { language }); // what is markup in the text is escaped
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre class={language} role="region" aria-label={label} tabIndex={0}>
      <code dangerouslySetInnerHTML={{ __html: value }} />
    </pre>
  );
}
