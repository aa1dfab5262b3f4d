/** The parts that the first view does not need, in one file. If they were two, their shared code would be a further file. */

export { EmbedDialog } from './embed-dialog.tsx';
export { RecordPage } from './record-pages.tsx';
