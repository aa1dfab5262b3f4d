/** The address under which the lists are. */

/** No query, no fragment, and no credentials, with which a browser asks nothing. */
const SERVICE = /^https?:\/\/[^/@?#]+(?:\/[^/?#]+)*\/v1\/?$/;

/** Without its trailing slash. Throws a sentence where it is not the address of a service. */
export function baseAddress(given: string | URL): string {
  const url = parsed(String(given));
  if (url === undefined || !SERVICE.test(url.href)) {
    throw new TypeError(
      `directory() takes the whole address of a service with its version, like https://directory.example.org/v1, and was given "${String(given)}".`,
    );
  }
  return url.href.replace(/\/$/, '');
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
