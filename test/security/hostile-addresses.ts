/** Addresses that somebody could type to do harm, made from a grammar. */

import * as fc from 'fast-check';

const CONTROLS = ['\u0000', '\u0001', '\u001F', '\u007F', '\u0085', '\u200B', '\u2028', '\uFEFF'];
const SPACES = ['', '', ' ', '\t', '\n', '\r\n', '\u00A0', '\u3000', ...CONTROLS];

const SCHEMES = [
  ['javascript', 'data', 'vbscript', 'file', 'ftp', 'blob', 'about', 'mailto', 'tel', 'ws'],
  ['view-source', 'jar', 'intent', 'chrome', 'filesystem', 'http', 'https', 'http', 'https'],
].flat();
const COLONS = [':', ':', ':', '&colon;', '&#58;', '%3A', '\uFF1A', '::', ''];
const SLASHES = ['//', '//', '//', '', '/', '///', '////', '\\\\', '/\\', '\\/', '/\t/', '/%09/'];

const USERS = [
  ['', '', '', 'me@', 'me:secret@', ':@', '@'],
  ['https://good.example@', 'a%40b@', '%00@'],
].flat();
const HOSTS = [
  ['example.com', 'EXAMPLE.com', 'example.com.', '.example.com', 'example..com', 'localhost'],
  ['exаmple.com', 'xn--exmple-4nf.com', 'xn--', 'ｅｘａｍｐｌｅ．com'],
  ['münchen.example', 'ex。com'],
  ['[::1]', '[::ffff:127.0.0.1]', '[2001:db8::1%25eth0]', '[', ']', '[::1', '127.1', '0x7f.1'],
  ['0177.0.0.1', '2130706433', 'exam ple.com', 'exam\tple.com', 'exam%00ple.com', 'a_b.example'],
  ['<script>', '"onload=alert(1)', 'a`b', 'a|b.com', 'a^b.com'],
  ['a{b}.com', '\uD800.com', '\u202E.com'],
  ['example.com#@evil.example', 'example.com\\@evil.example', `${'a'.repeat(64)}.com`, ''],
].flat();
const PORTS = [
  ['', '', '', ':', ':0', ':80', ':443'],
  [':65535', ':65536', ':99999999999', ':-1', ':1e3', ':a'],
].flat();
const PATHS = [
  ['', '/', '/a', '/a/../../..', '/..%2f..%2f', '/%2e%2e/', '\\..\\', '/;x=y', '//evil.example'],
  ['/"><script>alert(1)</script>', `/'onmouseover='alert(1)`, '/<img src=x>', '/a b', '/\u202Efdp'],
  ['/%', '/%zz', '/%0d%0aSet-Cookie:x=1', '/\r\nSet-Cookie: x=1', '/%u0041', '/\uD83D', '/\u0000'],
  ['alert(1)', 'text/html,<script>alert(1)</script>'],
  ['text/html;base64,PHNjcmlwdD4=', '/a|b^c`d{e}'],
].flat();
const QUERIES = [
  ['', '', '?', '?a=b', '?"><svg/onload=alert(1)>'],
  ['?a=\\', '?a[]=<>', '?\u2028', '?%', '?a?b'],
].flat();
const FRAGMENTS = [
  ['', '', '#', '#a', '#"', '#<b>', '#a#b'],
  ['#`', '#\\', '#javascript:alert(1)', '#\uDFFF'],
].flat();

/** A hostile part hides best among harmless ones, and where all are hostile nothing gets as far as the last. */
export const hostileAddress: fc.Arbitrary<string> = fc
  .tuple(
    mostly('', fc.constantFrom(...SPACES)),
    mostly('https:', scheme()),
    mostly('//', fc.constantFrom(...SLASHES)),
    mostly('', fc.constantFrom(...USERS)),
    fc.oneof(fc.domain(), fc.constantFrom(...HOSTS), address6()),
    mostly('', fc.constantFrom(...PORTS)),
    fc.constantFrom(...PATHS),
    fc.constantFrom(...QUERIES),
    fc.constantFrom(...FRAGMENTS),
    mostly('', fc.oneof(fc.constantFrom(...SPACES), huge())),
  )
  .map((parts) => parts.join(''));

function mostly(harmless: string, hostile: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(harmless) },
    { weight: 2, arbitrary: hostile },
  );
}

function address6(): fc.Arbitrary<string> {
  return fc.ipV6().map((ip) => `[${ip}]`);
}

/** In mixed case, with something inside that browsers once skipped, or none at all. */
function scheme(): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom(...SCHEMES),
    fc.mixedCase(fc.constantFrom(...SCHEMES)),
    fc
      .tuple(
        fc.constantFrom(...SCHEMES),
        fc.nat(6),
        fc.constantFrom(...SPACES, '/**/', '%0A', '&Tab;'),
      )
      .map(([text, at, inside]) => text.slice(0, at) + inside + text.slice(at)),
  );
  const whole = fc.tuple(name, fc.constantFrom(...COLONS)).map((parts) => parts.join(''));
  return fc.oneof({ weight: 6, arbitrary: whole }, fc.constant(''));
}

function huge(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('a', '%41', 'é', '/..', '"', '\uD800'),
      fc.constantFrom(4000, 5000, 20_000),
    )
    .map(([part, times]) => part.repeat(times));
}
