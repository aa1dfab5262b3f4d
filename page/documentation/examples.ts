/** How the lists are asked for in the languages that most clients are written in. */

import { PLACEHOLDER_ORIGIN } from './origin.ts';

export interface Example {
  readonly name: string;
  readonly hint: string;
  readonly code: string;
}

const V1 = `${PLACEHOLDER_ORIGIN}/v1`;

export const examples: readonly Example[] = [
  {
    name: 'curl',
    hint: 'The second time, only if it has changed.',
    code: `curl --compressed -i ${V1}/startups

# 304 and no body while nothing has changed
curl --compressed --etag-save startups.etag --etag-compare startups.etag \\
     --output startups.json ${V1}/startups`,
  },
  {
    name: 'fetch',
    hint: 'The cache of the browser does the rest: it honours the hour and the ETag by itself.',
    code: `const response = await fetch('${V1}/startups');
if (!response.ok) throw new Error(\`The list is away: \${response.status}\`);

const startups = await response.json();
const readAt = new Date(response.headers.get('X-Cached-At'));
const solar = startups.filter(({ industry }) => industry.includes('Energy'));`,
  },
  {
    name: 'React',
    hint: 'One request for the whole application, however many components ask.',
    code: `import { useEffect, useState } from 'react';

let list;
function load() {
  list ??= fetch('${V1}/startups').then((response) => {
    if (!response.ok) throw new Error(\`The list is away: \${response.status}\`);
    return response.json();
  });
  list.catch(() => (list = undefined)); // so that the next one asks again
  return list;
}

export function useStartups() {
  const [state, setState] = useState({ startups: [], error: undefined });
  useEffect(() => {
    let isGone = false;
    load().then(
      (startups) => isGone || setState({ startups, error: undefined }),
      (error) => isGone || setState({ startups: [], error }),
    );
    return () => { isGone = true; };
  }, []);
  return state;
}`,
  },
  {
    name: 'Script tag',
    hint: 'On any site, without a build. Text goes in as text, never as HTML.',
    code: `<ul id="jobs"></ul>
<script type="module">
  const response = await fetch('${V1}/jobs');
  const jobs = response.ok ? await response.json() : [];
  for (const { title, startup_name, external_url } of jobs) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.textContent = \`\${title}, \${startup_name}\`;
    if (external_url !== null) link.href = external_url;
    item.append(link);
    document.querySelector('#jobs').append(item);
  }
</script>`,
  },
  {
    name: 'Python',
    hint: 'The standard library is enough. Keep the ETag, and an unchanged list is a 304.',
    code: `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

def startups(etag=None):
    """The list and its ETag; (None, etag) while nothing has changed."""
    headers = {"If-None-Match": etag} if etag else {}
    request = Request("${V1}/startups", headers=headers)
    try:
        with urlopen(request, timeout=20) as response:
            return json.load(response), response.headers["ETag"]
    except HTTPError as error:
        if error.code == 304:
            return None, etag
        raise`,
  },
  {
    name: 'Typed client',
    hint: 'public-directory-client fetches once, keeps, joins, and says how old the data is. This page is made with it.',
    code: `import { directory } from 'public-directory-client';

const portfolio = directory('${V1}');

const { records, cachedAt, source } = await portfolio.startups();
const startup = await portfolio.startupBySlug('some-startup');
const founders = startup ? await portfolio.foundersOf(startup) : [];`,
  },
];
