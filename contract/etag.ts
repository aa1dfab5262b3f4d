/**
 * The list's ETag, from the SHA-256 of its bytes in hexadecimal. Weak, because the same list is sent in several content codings
 * (RFC 9110, section 8.8.1).
 */
export function etagOf(sha256: string): string {
  return `W/"${sha256.slice(0, 32)}"`;
}
