import { startWorker } from '../edge/start-worker.ts';
import { PLANTED_SECRET, expect, test } from './companion.ts';
import { documentOf } from './documents.ts';
import { openPlayground, openText, output } from './page.ts';
import { startPageServer } from './page-server.ts';

test('the hosted page has no companion, keeps short links, and is framed read-only', async ({
  page,
  browser,
  expectComplaint,
}) => {
  expectComplaint(/status of 422 .*\/api\/v1\/shares/);
  expectComplaint(/Refused to frame|Framing '.*' violates|frame-ancestors/);
  expectComplaint(/ERR_CONNECTION_REFUSED .*\/api\/v1\/shares/);
  const host = await startWorker();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const share = page.getByRole('dialog', { name: /^Share / });
  const openShare = () => page.getByRole('button', { name: 'Share', exact: true }).click();

  await test.step('the host is sent no key to a companion, and offers none', async () => {
    await openPlayground(page, `${host.url}/#k=some-code`, documentOf('mine'));
    await page.getByRole('button', { name: 'Connect this computer' }).click();
    const panel = page.getByRole('dialog', { name: 'Connect this computer' });
    await expect(panel).toContainText('npm start');
    await expect(panel).toContainText('share it as a file, and drop that on the page which opens there');
    await expect(panel.getByRole('button', { name: 'Look again' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    expect(page.url()).not.toContain('some-code');
    expect(asked.filter((path) => path.startsWith('/api/'))).toStrictEqual([]);
  });

  await test.step('a short link opens elsewhere, and an agent fetches by it what the page copies', async () => {
    await openShare();
    await share.getByRole('button', { name: 'Make a short link' }).click();
    const address = await share.getByRole('textbox', { name: 'Short link' }).inputValue();
    expect(address).toMatch(new RegExp(`^${host.url}/s/[\\w-]{22}$`));
    await expect(share).toContainText('Kept for 30 days.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    const answer = await fetch(`${address}/openai.json`);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toStrictEqual([200, '*']);
    const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(await answer.json()).toStrictEqual(copied);
    const elsewhere = await browser.newContext();
    const fresh = await elsewhere.newPage();
    await fresh.goto(address);
    await expect(output(fresh)).toContainText('mine_go');
    await elsewhere.close();
  });

  await test.step('another site frames the read-only view, and not the page', async () => {
    const link = page.url();
    const framed = link.replace('#', '?embed#');
    const site = await startPageServer((path) => `<iframe src="${path === '/page' ? link : framed}"></iframe>`);
    const other = await browser.newContext();
    const around = await other.newPage();
    // An address that was opened by the test is no foreign one.
    await around.goto(framed);
    await around.goto(`${site.origin}/embed`);
    await expect(around.frameLocator('iframe').getByLabel('Tools for OpenAI')).toContainText('mine_go');
    await around.goto(`${site.origin}/page`);
    await expect.poll(() => around.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
    await other.close();
    await site.close();
  });

  await test.step('the host refuses a secret in words; without it the page works and says that nothing was kept', async () => {
    await page.getByRole('button', { name: 'New document' }).first().click();
    await openText(page, documentOf('mine').replace('"Go"', `"Go with ${PLANTED_SECRET}"`));
    await openShare();
    await share.getByRole('radio', { name: 'Share anyway' }).check();
    const store = share.getByRole('button', { name: 'Make a short link' });
    await store.click();
    await expect(share).toContainText('github-token in documents[0].text, line 1');
    await expect(share).not.toContainText(PLANTED_SECRET);
    await share.getByRole('radio', { name: 'Share redacted' }).check();
    await expect(share).toContainText('This server can keep it for 30 days');
    await host.stop();
    await store.click();
    await expect(share).toContainText('This server does not answer. Nothing was kept.');
    await page.keyboard.press('Escape');
    await expect(output(page)).toContainText('mine_go');
  });
});
