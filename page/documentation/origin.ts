/** Stands in the examples for the address at which the page is read; the script puts that in its place. */
export const PLACEHOLDER_ORIGIN = 'https://directory.example.org';
