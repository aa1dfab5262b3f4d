/** The parts that the first view does not need. They are one file, so that the first view needs one file besides the entry. */

export { EmbedDialog } from './embed-dialog.tsx';
export { RecordPage } from './record-pages.tsx';
