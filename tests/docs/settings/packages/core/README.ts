import type { PageSettings } from '../../../page-settings.ts';

/** The way of a call, as a picture. */
export const settings: PageSettings = { pictures: 1 };
