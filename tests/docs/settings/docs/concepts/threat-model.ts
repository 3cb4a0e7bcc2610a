import type { PageSettings } from '../../../page-settings.ts';

/** The picture of the boundaries. */
export const settings: PageSettings = { pictures: 1 };
