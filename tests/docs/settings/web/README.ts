import type { PageSettings } from '../../page-settings.ts';

/** How text becomes a picture, as a picture. */
export const settings: PageSettings = { pictures: 1 };
