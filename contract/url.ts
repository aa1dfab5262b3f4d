/** Converts a web address into the one form in which the service publishes it. */

/**
 * Matches `host.tld`, `host.tld:8080/path` and `//host.tld`: an address that lacks only its scheme. Texts such as
 * `n.a.` and `0151.2345678` do not match: a top-level domain has two characters or more, and not only digits. No two parts can
 * match the same character, so the time grows no faster than the text.
 */
const LACKS_SCHEME =
  /^(?:\/\/)?[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)*\.(?!\d+(?:[.:/?#]|$))[^\s/?#:@.]{2,}\.?(?::\d+)?(?:[/?#]|$)/u;

/** `https://https://host.tld`: an address pasted after the scheme that a form had filled in. */
const SCHEME_TWICE = /^(?:https?:\/\/)+(?=https?:\/\/)/iu;

/** What the URL parser accepts in a path, a query or a fragment, but RFC 3986 does not. */
const NOT_IN_RFC_3986 = /["#<>[\\\]^`{|}]|%(?![\da-f]{2})/giu;

/** Adds the scheme to an address that a person typed, or removes one of two; anything else is returned as it is. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  if (SCHEME_TWICE.test(trimmed)) return trimmed.replace(SCHEME_TWICE, '');
  return LACKS_SCHEME.test(trimmed) ? `https://${trimmed.replace(/^\/\//u, '')}` : address;
}

/**
 * The address as the URL standard writes it, percent-encoded to RFC 3986.
 * If it is not http(s), does not parse or has credentials, the result is an empty string, which no schema accepts.
 */
export function canonicalUrl(address: string): string {
  const url = parsed(address.trim());
  if (url === undefined) return '';
  const { protocol, username, password, host, pathname, search, hash } = url;
  if (protocol !== 'https:' && protocol !== 'http:') return '';
  if (username !== '' || password !== '') return '';
  const fragment = hash === '' ? '' : `#${encoded(hash.slice(1))}`;
  return `${protocol}//${host}${encoded(pathname + search)}${fragment}`;
}

/** Not by `URL.canParse`: in Node.js 20 it starts to reject `https://münchen.de/` after some thousand calls. */
function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function encoded(part: string): string {
  return part.replace(NOT_IN_RFC_3986, encodeURIComponent);
}
