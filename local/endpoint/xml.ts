/** As much of XML as AWS's own needs: elements with text in them, and no attributes that matter. */

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One element with an escaped text, or with none. */
export function element(name: string, text: string | number | boolean): string {
  return `<${name}>${escapeXml(String(text))}</${name}>`;
}

/** What is between each pair of these tags, as it is. */
export function contentsOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'gu'))].map(
    ([, content = '']) => content,
  );
}

/** The text of the first such element. */
export function textOf(xml: string, name: string): string | undefined {
  const [content] = contentsOf(xml, name);
  return content === undefined ? undefined : unescapeXml(content);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

export function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/giu, (whole, hex, decimal, name) => {
    if (typeof hex === 'string') return String.fromCodePoint(Number.parseInt(hex, 16));
    if (typeof decimal === 'string') return String.fromCodePoint(Number(decimal));
    return entities[String(name)] ?? whole;
  });
}
