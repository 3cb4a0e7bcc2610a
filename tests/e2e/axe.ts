import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe for a page, without rules chosen or left out.
 *
 * In what it calls its legacy mode it runs in the page alone, where it otherwise opens a page of its own each time to bring
 * together what the frames of several origins say: this page has none, and it takes three times as long.
 */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}
