import type { PageSettings } from '../../page-settings.ts';

/** Who asks whom. */
export const settings: PageSettings = { pictures: 1 };
