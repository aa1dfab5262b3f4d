/** The dialog for embedding a list in another website. It shows the HTML for the list with its current filters. */

import { createElement } from 'preact';
import { useEffect } from 'preact/hooks';

import { sitePaths } from '../../contract/site.ts';
import { Dialog } from '../cards/controls.tsx';
import type { ViewName } from '../cards/lists.ts';
import type { Filter } from '../cards/search.ts';
import { formatRoute } from './route.ts';

/** Number of cards in the embedded list. */
const NUMBER = '6';

export function EmbedDialog(props: { view: ViewName; filter: Filter; onClose: () => void }) {
  const { view, filter, onClose } = props;
  useEffect(() => void import(sitePaths.embed), []);
  const attributes = attributesOf(view, filter);
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const page = new URL(formatRoute({ view, filter }), location.href).href;
  const lines = `<script type="module" src="${location.origin}${sitePaths.embed}"></script>
<public-directory${written.join('')}><a href="${escaped(page)}">${view}</a></public-directory>`;
  return (
    <Dialog title="Embed this list" class="embed-dialog" onClose={onClose}>
      <div>
        <p>
          Paste this HTML into your website. <a href="/docs#embed">All attributes</a>
        </p>
        <textarea readOnly rows={6} aria-label="HTML to paste" value={lines} />
        <h3>Preview</h3>
        {createElement('public-directory', attributes)}
      </div>
    </Dialog>
  );
}

/** Returns the attributes of `<public-directory>` for a list and its current filter. */
function attributesOf(view: ViewName, { words, choices }: Filter): Record<string, string> {
  const { open_jobs: openJobs, role, ...others } = choices;
  const attributes: Record<string, string> = { list: view };
  for (const [name, values] of Object.entries({ ...others, 'job-role': role ?? [] })) {
    if (values.length > 0) attributes[name] = values.join('|');
  }
  if (openJobs !== undefined) attributes['open-jobs'] = 'yes';
  if (words !== '') attributes['search'] = words;
  return { ...attributes, limit: NUMBER };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
