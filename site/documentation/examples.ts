/** How the lists are asked for in the languages that most clients are written in. */

import clientPackage from '../../client/package.json' with { type: 'json' };
import { EXAMPLE_ORIGIN, sitePaths } from '../../contract/site.ts';

export interface Example {
  readonly name: string;
  readonly hint: string;
  readonly language: 'bash' | 'html' | 'javascript' | 'python';
  readonly code: string;
}

const V1 = `${EXAMPLE_ORIGIN}/v1`;

export const examples: readonly Example[] = [
  {
    name: 'curl',
    hint: 'The second time, the list only comes if it has changed.',
    language: 'bash',
    code: `curl --compressed -i ${V1}/startups

# 304 and no body while nothing has changed
curl --compressed --output startups.json \\
     --etag-save startups.etag --etag-compare startups.etag \\
     ${V1}/startups`,
  },
  {
    name: 'fetch',
    hint: "The browser's own cache keeps the hour and sends the ETag.",
    language: 'javascript',
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
    language: 'javascript',
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
    language: 'html',
    code: `<ul id="jobs"></ul>
<script type="module">
  const url = '${V1}/jobs';
  const response = await fetch(url);
  const jobs = response.ok ? await response.json() : [];

  for (const { title, startup_name, external_url, expires_at } of jobs) {
    if (expires_at !== null && new Date(expires_at) < new Date()) continue;
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
    language: 'python',
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
    name: 'Client, in a page',
    hint: 'Keeps lists as long as they are fresh and through an outage, and checks each record.',
    language: 'html',
    code: `<ul id="startups"></ul>
<script type="module">
  import { directory } from '${EXAMPLE_ORIGIN}${sitePaths.client}';

  const service = directory('${V1}');
  const { records, source, cachedAt } = await service.startups();

  for (const { name } of records) {
    const item = document.createElement('li');
    item.textContent = name;
    document.querySelector('#startups').append(item);
  }
</script>`,
  },
  {
    name: 'Client, with npm',
    hint: 'The same for a build or for Node, with types. This service has the package itself.',
    language: 'bash',
    code: `npm install ${EXAMPLE_ORIGIN}${sitePaths.clientPackage}`,
  },
  {
    name: 'Client, installed',
    hint: 'Fetches once, keeps, joins. These pages are made with it.',
    language: 'javascript',
    code: `import { directory, isOpen } from '${clientPackage.name}';

const service = directory('${V1}');

const startup = await service.startupBySlug('some-startup');
if (startup) {
  const founders = await service.foundersOf(startup);
  const jobs = (await service.jobsOf(startup))
    .filter((job) => isOpen(job, new Date()));
}`,
  },
];
