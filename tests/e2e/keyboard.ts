import { expect, type Page, test } from '@playwright/test';
import { pasteText, startField } from './page.ts';

type Role = 'button' | 'menuitem' | 'combobox' | 'textbox' | 'searchbox' | 'switch' | 'tab' | 'radio';

/** A person at the keyboard: a key, a word that is typed, and a text that is pasted are one step each. */
export class Keyboard {
  steps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the page; the field to paste into has the focus. */
  static async arrive(page: Page, link: string): Promise<Keyboard> {
    await page.goto(link);
    await expect(startField(page)).toBeFocused();
    return new Keyboard(page);
  }

  async press(keys: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.press(keys);
  }

  async type(text: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.type(text);
  }

  async paste(text: string): Promise<void> {
    this.steps += 1;
    await pasteText(this.page, text);
  }

  /** Goes on by a key until the thing of that role and name has the focus. */
  async reach(role: Role, name: RegExp, key = 'Tab'): Promise<void> {
    const wanted = this.page.getByRole(role, { name });
    await expect(wanted.first()).toBeEnabled();
    for (let step = 0; step < 30; step += 1) {
      // From the end of a dialog a guard hands the focus on to its other end.
      await expect(this.page.locator('[data-base-ui-focus-guard]:focus')).toHaveCount(0);
      if (await wanted.evaluateAll((found) => found.some((one) => one === document.activeElement))) return;
      await this.press(key);
    }
    throw new Error(`No ${role} ${name} is reached by ${key}.`);
  }

  /** Reaches it and presses it. */
  async use(role: Role, name: RegExp, key?: string): Promise<void> {
    await this.reach(role, name, key);
    await this.press('Enter');
  }

  /** Notes the steps with the test, and compares them with what the task may take. */
  expectAtMost(most: number): void {
    test.info().annotations.push({ type: 'steps', description: String(this.steps) });
    expect(this.steps).toBeLessThanOrEqual(most);
  }
}
