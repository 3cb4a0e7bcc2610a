import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The faults that axe finds in a page, or in parts of it, by all of its rules or by some.
 *
 * In what it calls its legacy mode it runs in the page alone, where it otherwise opens a page of its own each time to bring
 * together what the frames of several origins say: this page has none, and it takes three times as long. Its half a megabyte is
 * read once by each document, and what passes a rule is not listed.
 */
export async function violations(
  page: Page,
  within: readonly string[] = [],
  rules?: readonly string[],
): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const all = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const builder = rules === undefined ? all : all.withRules([...rules]);
  for (const part of within) builder.include(part);
  const { violations: found } = await builder.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** The rules that a scheme of colours can break; all others were looked at in the other scheme, and take ten times as long. */
export const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** The rules that another width of the same elements can break: sizes of targets, what scrolls, landmarks that are hidden or shown. */
export const OF_LAYOUT = [...OF_COLOUR, 'target-size', 'scrollable-region-focusable', 'region', 'landmark-unique'];

/** The faults that axe finds in light, and those of colours in dark. */
export async function inBothSchemes(page: Page, parts?: readonly string[]): Promise<readonly string[]> {
  if (parts?.length === 0) return [];
  // Of the rules for WCAG 2.2 axe applies this one only where it is named.
  const light = [...(await violations(page, parts)), ...(await violations(page, parts, ['target-size']))];
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, parts, OF_COLOUR);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}
