/** Without its trailing slash. Throws a sentence where it is not the address of a service. */
export function baseAddress(given: string | URL): string {
  const url = parsed(String(given));
  const isService =
    url !== undefined && /^https?:$/.test(url.protocol) && /\/v1\/?$/.test(url.pathname);
  if (!isService || /[?#]/.test(url.href)) {
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
