/** Where lists are kept beyond the life of a page or a process. */

/** One that throws, rejects or gives something else than it was given fails no call. */
export interface ListStorage {
  /** What was last set. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>;
  /** An empty value deletes. */
  set(key: string, value: string): unknown;
}

/** Of a page; elsewhere it is not there, and in some pages forbidden, which makes a call throw. */
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** The `localStorage` of a page. A list of more characters is not stored: three of them have to fit into the 5 MB of an origin. */
export function browserStorage(longest = 1_000_000): ListStorage {
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => {
      if (value === '' || value.length > longest) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    },
  };
}
