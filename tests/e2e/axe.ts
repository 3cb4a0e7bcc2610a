import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drawn, LAYER } from './page.ts';

/** The rules that colours can break; all others find in dark what they find in light. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** The faults that axe finds in the top layer of the page, or in all of it: in light by all rules, in dark by those of colours. */
export async function faultsIn(page: Page, isDarkToo = true): Promise<readonly string[]> {
  const within = (await page.locator(LAYER).count()) > 0 ? [LAYER] : [];
  const light = await violations(page, within);
  if (!isDarkToo) return light;
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page);
  const dark = await violations(page, within, OF_COLOUR);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

/** Words with less than 7 : 1. */
export function contrastFaults(page: Page): Promise<readonly string[]> {
  return violations(page, [], [...OF_COLOUR, 'color-contrast-enhanced']);
}

/**
 * The faults that axe finds in a page, or in parts of it, by all of its rules or by some.
 *
 * In what axe calls its legacy mode it runs in the page alone, where it otherwise opens a page of its own each time to bring
 * together what the frames of several origins say: this page has none, and it takes three times as long. Its half a megabyte
 * is read once by each document, and what passes a rule is not listed.
 */
export async function violations(
  page: Page,
  within: readonly string[] = [],
  rules?: readonly string[],
): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    // Of the rules for WCAG 2.2 axe applies this one only where it is named.
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
  if (rules !== undefined) axe.withRules([...rules]);
  for (const part of within) axe.include(part);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
