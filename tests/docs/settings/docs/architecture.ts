import type { PageSettings } from '../../page-settings.ts';

/** The folders, who imports whom, and the four ways through discovery, the page, core and the companion. */
export const settings: PageSettings = { pictures: 5 };
