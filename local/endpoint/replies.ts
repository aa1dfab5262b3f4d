/** The two forms in which services of AWS answer: JSON with an error's name in a header, and as much of XML as is needed. */

import type { Reply } from './server.ts';

export function jsonReply(body: object, status = 200, headers: Reply['headers'] = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** The SDK reads the exception's class from the header, its text from the body. */
export function jsonError(name: string, status: number, message = 'Not implemented here.'): Reply {
  return jsonReply({ message }, status, { 'x-amzn-errortype': name });
}

export function xmlReply(xml: string, status = 200, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { 'content-type': 'application/xml', ...headers }, body: xml };
}

/** One element with an escaped text, or with none. */
export function element(name: string, text: string | number | boolean): string {
  const escaped = String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}

/** What is between each pair of these tags, as it is. */
export function contentsOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'gu'))].map(
    ([, content = '']) => content,
  );
}

/** The text of each such element. */
export function textsOf(xml: string, name: string): readonly string[] {
  return contentsOf(xml, name).map(unescapeXml);
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function unescapeXml(text: string): string {
  return text.replaceAll(/&\w+;/gu, (entity) => entities[entity] ?? entity);
}
