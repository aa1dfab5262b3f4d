/**
 * Components that the first view does not need, so their script is loaded later. Both are in one file, because two files would
 * need a third one for the code that they share.
 */

export { EmbedDialog } from './embed-dialog.tsx';
export { RecordPage } from './record-pages.tsx';
