/** Brings a web address into the one form in which the service publishes it. */

/** Matches `host.tld`, `host.tld:8080/path` and `//host.tld`: an address that lacks only its scheme. */
const LACKS_SCHEME = /^(?:\/\/)?[^\s/?#:@]+\.[^\s/?#:@]+(?::\d+)?(?:[/?#]|$)/u;

/** Characters that the URL parser lets through but RFC 3986 does not. */
const NOT_IN_RFC_3986 = /["<>\\^`{|}]/gu;

/** Puts `https://` before an address that lacks its scheme; anything else comes back as it was. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  return LACKS_SCHEME.test(trimmed) ? `https://${trimmed.replace(/^\/\//u, '')}` : address;
}

/**
 * The address as the URL standard writes it, percent-encoded to RFC 3986.
 * One that is not http(s), does not parse or carries credentials comes back empty, which no schema accepts.
 */
export function canonicalUrl(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, username, password, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return '';
  if (username !== '' || password !== '') return '';
  return href.replace(NOT_IN_RFC_3986, encodeURIComponent);
}
