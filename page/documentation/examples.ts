/** How the lists are asked for in the languages that most clients are written in. */

import { EXAMPLE_ORIGIN } from '../../contract/site.ts';

export interface Example {
  readonly name: string;
  readonly hint: string;
  readonly code: string;
}

const V1 = `${EXAMPLE_ORIGIN}/v1`;

export const examples: readonly Example[] = [
  {
    name: 'curl',
    hint: 'The second time, the list only comes if it has changed.',
    code: `curl --compressed -i ${V1}/startups

# 304 and no body while nothing has changed
curl --compressed --output startups.json \\
     --etag-save startups.etag --etag-compare startups.etag \\
     ${V1}/startups`,
  },
  {
    name: 'fetch',
    hint: "The browser's own cache keeps the hour and sends the ETag.",
    code: `const url = '${V1}/startups';
const response = await fetch(url);
if (!response.ok) throw new Error(response.status);

const startups = await response.json();
const readAt = new Date(response.headers.get('X-Cached-At'));

const isEnergy = ({ industry }) => industry.includes('Energy');
const energy = startups.filter(isEnergy);`,
  },
  {
    name: 'React',
    hint: 'One request, however many components ask.',
    code: `import { useEffect, useState } from 'react';

const url = '${V1}/startups';
let list;

async function load() {
  const response = await fetch(url);
  if (!response.ok) throw new Error(response.status);
  return response.json();
}

export function useStartups() {
  const [startups, setStartups] = useState();
  const [error, setError] = useState();
  useEffect(() => {
    list ??= load();
    list.then(setStartups, (failure) => {
      list = undefined; // the next one asks again
      setError(failure);
    });
  }, []);
  return { startups, error };
}`,
  },
  {
    name: 'Script tag',
    hint: 'Without a build. Text goes in as text, never as HTML.',
    code: `<ul id="jobs"></ul>
<script type="module">
  const url = '${V1}/jobs';
  const response = await fetch(url);
  const jobs = response.ok ? await response.json() : [];

  for (const { title, startup_name, external_url } of jobs) {
    const link = document.createElement('a');
    link.textContent = \`\${title}, \${startup_name}\`;
    if (external_url !== null) link.href = external_url;

    const item = document.createElement('li');
    item.append(link);
    document.querySelector('#jobs').append(item);
  }
</script>`,
  },
  {
    name: 'Python',
    hint: 'The standard library is enough. Keep the ETag.',
    code: `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = "${V1}/startups"

def startups(etag=None):
    """The list and its ETag; no list if it has not changed."""
    headers = {"If-None-Match": etag} if etag else {}
    try:
        with urlopen(Request(URL, headers=headers)) as answer:
            return json.load(answer), answer.headers["ETag"]
    except HTTPError as error:
        if error.code == 304:
            return None, etag
        raise`,
  },
  {
    name: 'Typed client',
    hint: 'Fetches once, keeps, joins, checks. This page is made with it.',
    code: `// npm install ${EXAMPLE_ORIGIN}/client.tgz
import { directory } from '@public-directory/client';
// Or, in a page: from '${EXAMPLE_ORIGIN}/client.js'

const lists = directory('${V1}');

const { records, cachedAt, source } = await lists.startups();

const startup = await lists.startupBySlug('some-startup');
if (startup) {
  const founders = await lists.foundersOf(startup);
  const jobs = await lists.jobsOf(startup);
}`,
  },
];
