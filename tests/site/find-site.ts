import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The folder of the built site, with its slash.
 *
 * @throws Error that says what to do when it was not built
 */
export function findSite(): string {
  const site = `${ROOT}docs/.vitepress/dist/`;
  if (!existsSync(`${site}index.html`))
    throw new Error('The site is not built: run `npm run docs`, then this test again.');
  return site;
}
