import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The faults that axe finds in a page, or in a part of it, by all of its rules or by some.
 *
 * In what it calls its legacy mode it runs in the page alone, where it otherwise opens a page of its own each time to bring
 * together what the frames of several origins say: this page has none, and it takes three times as long.
 */
export async function violations(page: Page, within?: string, rules?: readonly string[]): Promise<readonly string[]> {
  const all = new AxeBuilder({ page }).setLegacyMode();
  const builder = rules === undefined ? all : all.withRules([...rules]);
  const { violations: found } = await (within === undefined ? builder : builder.include(within)).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
