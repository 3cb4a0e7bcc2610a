import { figFigures } from './fig-figures.ts';

/** For `scripts/fig-figures.mjs`: what runs it loads modules only as long as this one is being loaded. */
export const page: string = await figFigures();
