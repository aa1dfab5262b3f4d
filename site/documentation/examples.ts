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
    name: 'Client',
    hint: 'Keeps lists while they are fresh and through an outage, and checks each record. These pages are made with it.',
    language: 'html',
    code: `<!-- For a build or for Node:
  npm install ${EXAMPLE_ORIGIN}${sitePaths.clientPackage}
  import { directory } from '${clientPackage.name}'; -->
<ul id="startups"></ul>
<script type="module">
  import { directory } from '${EXAMPLE_ORIGIN}${sitePaths.client}';

  const service = directory('${V1}');
  const { records, source, cachedAt } = await service.startups();

  for (const { name, logo_url } of records) {
    const logo = new Image(48, 48);
    if (logo_url !== null) logo.src = logo_url;
    logo.alt = '';

    const item = document.createElement('li');
    item.append(logo, name);
    document.querySelector('#startups').append(item);
  }
</script>`,
  },
];
