/** The only way in which an address of a record becomes a link. */

/**
 * The address as a browser reads it where it is http(s); otherwise `undefined`, and nothing is linked: `javascript:` and
 * `data:` would run in this page. A relative address would lead into it, so it is none either.
 */
export function safeLink(address: string | null): string | undefined {
  if (address === null) return undefined;
  const url = parsed(address);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
