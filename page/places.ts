/** Elements of the document that the script fills, by their ids. */
export const places = {
  freshness: 'freshness',
  note: 'stale-note',
  explorer: 'explorer',
} as const;
