/** How long the whole answer takes at most, with a copy (docs/architecture.md, "The one path of a request"). */
export const LONGEST_WITH_COPY_MS = 4000;
