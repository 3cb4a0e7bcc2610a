import type { PageSettings } from '../../page-settings.ts';

export const settings: PageSettings = { startIn: 'repository', standIns: { npm: 'npm.mjs' } };
