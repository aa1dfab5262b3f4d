/**
 * Components that are not needed to show a list. Their script is loaded when one of them is needed. They are in one file,
 * because the build would turn two files into three scripts: one for each file, and one for the code that they share.
 */

export { EmbedDialog } from './embed-dialog.tsx';
export { RecordPage } from './record-pages.tsx';
