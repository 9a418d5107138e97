import { followSections, showCurrentPage } from './contents.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { unmarkFitting } from './scrollers.ts';
import { SearchDialog } from './search-dialog.ts';

addCopyButtons();
unmarkFitting();
showCurrentPage();
followSections();

const dialog = document.querySelector<HTMLDialogElement>('#site-search');
if (dialog !== null) new SearchDialog(dialog).listen();
