import { expect, test } from './companion.ts';
import { output } from './page.ts';

for (const width of [412, 1440]) {
  test(`at ${width} pixels nothing moves while numbers arrive`, async ({ companion, page }) => {
    await page.setViewportSize({ width, height: 850 });
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(companion.link);
    if (width < 900) await page.getByRole('button', { name: 'Result' }).click();
    await expect(output(page)).toContainText(/~\d+ tokens/);
    await expect(output(page)).toContainText(/longest name/);
    const shifts: number[] = await page.evaluate(() => {
      const kept: unknown = Reflect.get(window, 'shifts');
      return Array.isArray(kept) ? kept.map((entry) => Number(JSON.parse(String(entry)).value)) : [];
    });
    // 0.1 is where Lighthouse begins to complain.
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
  });
}
