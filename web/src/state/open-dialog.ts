/** The dialogs that the page as a whole can show, one at a time. */
export type OpenDialog = 'share' | 'keys' | 'companion' | 'samples' | 'import' | 'drafts' | 'palette';
