import { pathToFileURL } from 'node:url';
import { ROOT } from './find-site.ts';

/** What `npm run docs` holds the site to after it has built it. */
export interface SiteCheck {
  readonly pages: number;
  readonly links: number;
  readonly problems: readonly string[];
}

export async function checkSite(site: string, base: string): Promise<SiteCheck> {
  const script = pathToFileURL(`${ROOT}scripts/docs/check-site.mjs`).href;
  const { checkSite: check }: { checkSite: (site: string, base: string) => SiteCheck } = await import(script);
  return check(site, base);
}
