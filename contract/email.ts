/** Recognises e-mail addresses, plain or spelled so that machines overlook them. */

/** Every repetition has an upper limit, so that the time grows no faster than the text. */
const LABEL = String.raw`[^\s@<>()[\]{}/\\.,;:?#&="'|]{1,63}`;
const NO_FILE = String.raw`(?!(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)(?!\p{L}))`;
const TOP = `${NO_FILE}(?:xn--[a-z0-9-]{1,59}|[\\p{L}\\p{M}]{2,63})`;
const DOMAIN = `(?:${LABEL}\\.){1,8}${TOP}`;
const LOCAL_END = String.raw`[\p{L}\p{M}\p{N}._+~'"*-]`;

const MAIL_HOST = String.raw`(?:gmail|googlemail|gmx|hotmail|icloud|outlook|protonmail)(?!\p{L})`;
const FOREIGN_AT = 'arroba|arobase|chiocciola|klammeraffe';

const OPEN = String.raw`\s{0,3}[([{<]\s{0,3}`;
const CLOSE = String.raw`\s{0,3}[)\]}>]\s{0,3}`;
const BRACKETED_AT = `${OPEN}(?:@|[aA][tT]|[aAäÄ]|ät|${FOREIGN_AT})${CLOSE}`;
const BRACKETED_DOT = `${OPEN}(?:\\.|[dD][oO][tT]|punkt|punto|point)${CLOSE}`;

/** `work-at-home` is a word: what stands around "at" is no bracket, so the dots have to be spelled as well. */
const BETWEEN = String.raw`[\s_*~|/:-]{1,3}`;
const SPELLED_AT = `(?:${BRACKETED_AT}|\\s{0,3}@\\s{0,3}|${BETWEEN}(?:at|AT|${FOREIGN_AT})${BETWEEN})`;
/** `Dot` is left out: "Designer at Red Dot Studio". */
const SPELLED_DOT = `(?:${BRACKETED_DOT}|${BETWEEN}(?:dot|DOT|punkt|punto|point)${BETWEEN})`;
const SPELLED_LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}?`;
const COMMON_TOP = '(?:app|biz|cloud|com|dev|edu|gov|info|net|online|org|tech|xyz|[a-z]{2})';
const SPELLED_TOP = `(?:${COMMON_TOP}|${COMMON_TOP.toUpperCase()})(?![\\p{L}\\p{N}])`;

const ANYWHERE = [
  /mailto:/iu,
  new RegExp(`${LOCAL_END}@(?:${DOMAIN}|${MAIL_HOST}|\\[[\\p{L}\\p{N}.:]{3,45}\\])`, 'iu'),
  new RegExp(`${LOCAL_END}${BRACKETED_AT}(?:${DOMAIN}|${MAIL_HOST})`, 'iu'),
];

/** Not in an address: `/photo.v2@large` and `/work-at-red-dot-io` are paths. */
const IN_TEXT = [
  new RegExp(
    `[\\p{L}\\p{N}]${SPELLED_AT}${SPELLED_LABEL}(?:${SPELLED_DOT}${SPELLED_LABEL}){0,4}${SPELLED_DOT}${SPELLED_TOP}`,
    'u',
  ),
  // `jane@example . org`
  new RegExp(String.raw`[\p{L}\p{N}]@${LABEL}\s{0,3}\.\s{0,3}[a-z]{2,6}(?![\p{L}\p{N}])`, 'u'),
  // `jane@example,org` and `janeATexample.org`
  new RegExp(
    String.raw`[\p{L}\p{N}]@${LABEL},\s{0,2}(?:com|net|org|io|de|co)(?![\p{L}\p{N}])`,
    'u',
  ),
  new RegExp(`[\\p{Ll}\\p{N}]AT(?=[\\p{Ll}\\p{N}])${DOMAIN}`, 'u'),
  // `gro.elpmaxe@enaj`, which a style sheet turns round.
  /[\p{L}\p{N}]\.[\p{L}\p{N}-]{1,64}@\p{L}/u,
];

/** In an address only what no path has: `?to=jane(at)example(dot)org`, `/jane%20at%20example%20dot%20org`. */
const SET_APART_AT = `(?:${BRACKETED_AT}|\\s{0,3}@\\s{0,3}|\\s{1,3}(?:at|AT)\\s{1,3})`;
const SET_APART_DOT = `(?:${BRACKETED_DOT}|\\s{1,3}(?:dot|DOT)\\s{1,3})`;
const IN_ADDRESS = [
  new RegExp(
    `[\\p{L}\\p{N}]${SET_APART_AT}${SPELLED_LABEL}(?:${SET_APART_DOT}${SPELLED_LABEL}){0,4}${SET_APART_DOT}${SPELLED_TOP}`,
    'u',
  ),
  new RegExp(`[\\p{L}\\p{N}](?:\\s{1,3}@\\s{0,3}|@\\s{1,3})${DOMAIN}`, 'iu'),
];

/** `Jane @ example.org` and `jane.doe at example.org`, but also `Co-founder @ acme.ai`: there no person is named. */
const APART = new RegExp(
  `(?<!\\S)(\\S{1,64}?)(?:\\s{1,3}@\\s{0,3}|@\\s{1,3}|\\s{1,3}(?:at|${FOREIGN_AT})\\s{1,3})(${DOMAIN})(?![\\p{L}\\p{N}])`,
  'giu',
);
const MAILBOX = /\p{L}[._]\p{L}{2,}|\p{L}\p{N}{2,}$|^(?:contact|hello|info|mail|office|team)$/iu;
const ROLE =
  /^c.o$|(?<!\p{L})(?:co-?)?(?:founder|engineer|develop|design|lead|head|manag|direct|partner|product|advis|research|chief|owner|intern|alum|work|build|growth|sales|market|operat|financ|legal|people|data|scien|tech)|^a\.?i\.?$/iu;
/** `E-mail: jane at example.org` says what it is. */
const ANNOUNCED = /(?<!\p{L})(?:e-?mail|mail|contact|reach|write|message|ping)(?!\p{L})/iu;

export function holdsEmail(text: string, isAddress: boolean): boolean {
  if (ANYWHERE.some((pattern) => pattern.test(text))) return true;
  if (isAddress) return IN_ADDRESS.some((pattern) => pattern.test(text));
  return (
    IN_TEXT.some((pattern) => pattern.test(text)) || [...text.matchAll(APART)].some(namesPerson)
  );
}

function namesPerson(match: RegExpMatchArray): boolean {
  const [all, local = '', domain = ''] = match;
  const text = match.input ?? '';
  if (new RegExp(`^${MAIL_HOST}`, 'iu').test(domain) || ANNOUNCED.test(text)) return true;
  // `jane.sales`, but not `Sr.Engineer`
  if (MAILBOX.test(local) && (local === local.toLowerCase() || !ROLE.test(local))) return true;
  if (ROLE.test(local)) return false;
  return all.includes('@') || (all === text.trim() && /^\p{Ll}+$/u.test(local));
}
