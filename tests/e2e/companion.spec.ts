import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Companion, expect, test } from './companion.ts';
import { output } from './page.ts';

// Its own tools, and it is stopped.
test.use({ fresh: true });

const COMMANDS = {
  greet: {
    description: 'Greet somebody',
    effects: { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false },
  },
  part: { description: 'Part for good', effects: { destructive: true } },
  sort: {
    description: 'Sort people',
    options: [
      { name: 'drop', flags: ['--drop'], type: 'boolean', description: 'Drop', 'x-effects': { destructive: true } },
    ],
    effects: { destructive: false },
  },
};
const DEMO = {
  ...{ atip: { version: '0.4' }, name: 'atip-e2e-demo', version: '2.1.0', description: 'Greets people by name' },
  commands: COMMANDS,
};

/** Puts a program on the companion's PATH. */
function install({ bin }: Companion, name: string, ...lines: readonly string[]): void {
  writeFileSync(join(bin, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
}

/** Asks for a call as a program does that cannot be asked anything. */
function callGit({ name, args, path }: { readonly name: string; readonly args: object; readonly path: string }) {
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json' },
    authorization: `Bearer ${localStorage.getItem('atip.companion.token')}`,
  };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify({ call: { id: '1', name, arguments: args } }) });
}

test('one link connects; tools are found, the record says who and why, and a companion that is gone is missed', async ({
  companion,
  page,
  browser,
  expectComplaint,
}) => {
  for (const expected of [
    /status of 40\d .*\/api\/v1\/calls/,
    /ERR_CONNECTION_REFUSED/,
    /^Console: Outside the content security policy: script-src-elem inline/,
    /violates/,
    /^Foreign request: http:\/\/127\.0\.0\.1:1\/picture\.png$/,
    /img-src/,
  ])
    expectComplaint(expected);
  const computer = page.getByRole('dialog', { name: 'This computer', exact: true });
  const openComputer = () => page.getByRole('button', { name: 'This computer', exact: true }).click();

  await test.step('the link connects this browser; another one has no key', async () => {
    await page.goto(companion.link);
    await expect(page.getByRole('button', { name: 'This computer', exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${companion.origin}/`);
    const stranger = await browser.newContext();
    const second = await stranger.newPage();
    await second.goto(companion.origin);
    await second.getByRole('button', { name: 'Connect this computer' }).first().click();
    const dialog = second.getByRole('dialog', { name: 'Connect this computer' });
    await expect(dialog).toContainText('This page was opened without the link that the companion printed.');
    await expect(dialog).toContainText(`npm start -- --new-link --port ${new URL(companion.origin).port}`);
    await stranger.close();
  });

  await test.step('Discover finds a program that describes itself, remembers it, and can be cancelled', async () => {
    install(companion, DEMO.name, '[ "$1" = --agent ] || exit 2', `cat <<'END'`, JSON.stringify(DEMO), 'END');
    await openComputer();
    const row = computer.getByRole('listitem').filter({ hasText: DEMO.name });
    const discovery = computer.getByRole('region', { name: 'Discovery' });
    const ended = discovery.getByRole('status');
    await expect(computer.getByRole('listitem').filter({ hasText: /^git/ })).toContainText('a file of yours');
    await expect(row).toHaveCount(0);
    await discovery.getByRole('button', { name: 'Discover tools' }).click();
    await expect(ended).toHaveText(/^\d+ tools?; [\d,]+ programs? read, \d+ asked, \d+(\.\d)? m?s$/);
    await expect(row).toContainText('describes itself');
    await discovery.getByRole('button', { name: 'Discover tools' }).click();
    await expect(ended).toContainText('; 0 programs read');
    for (let at = 0; at < 40; at++) install(companion, `atip-e2e-silent-${at}`, '# --agent', 'sleep 60');
    await discovery.getByRole('button', { name: 'Discover tools' }).click();
    await expect(discovery).toContainText(/(Reading|Asking) programs/);
    await discovery.getByRole('button', { name: 'Cancel' }).click();
    await expect(ended).toHaveText('Cancelled before the end.');
  });

  await test.step('its document opens on Output, and Safety counts what destroys as the list does', async () => {
    await computer.getByRole('searchbox', { name: 'Filter tools' }).fill('greets PEOPLE');
    const rows = computer.getByRole('list', { name: 'Tools' }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('1 of 3 destroys');
    await rows.getByRole('button').click();
    await expect(page.getByRole('button', { name: `Document: ${DEMO.name}.json` })).toBeVisible();
    await expect(output(page)).toContainText('Greet somebody');
    await page.getByRole('tab', { name: 'Safety' }).click();
    await expect(page.locator('[data-part=safety]')).toContainText('1 of 3 commands destroys something');
  });

  await test.step('the record has each call with its reason and end, and notices a line that was added', async () => {
    const path = '/api/v1/calls';
    await page.evaluate(callGit, { path, name: 'git_log', args: { 'max-count': 1 } });
    await page.evaluate(callGit, { path, name: 'git_branch_--delete', args: { branches: ['old'] } });
    await openComputer();
    await computer.getByRole('tab', { name: 'Record' }).click();
    const calls = computer.getByRole('region', { name: 'Record' }).getByRole('listitem');
    await expect(calls).toHaveCount(2);
    await expect(calls.first()).toContainText('git branch --delete -- old');
    await expect(calls.first()).toContainText(
      'Refused: no answer came. git_branch_--delete permanently destroys data.',
    );
    await expect(calls.last()).toContainText(/git log .*Allowed, exit 0, \d/);
    await computer.getByRole('switch', { name: 'Only refused' }).click();
    await expect(calls).toHaveCount(1);
    await computer.getByRole('button', { name: 'Verify' }).click();
    await expect(computer).toContainText(/\d lines on record: nothing was changed or removed\./);
    appendFileSync(join(companion.home, '.local/state/agent-tools/audit.jsonl'), '{"seq":1}\n');
    await computer.getByRole('button', { name: 'Verify' }).click();
    await expect(computer).toContainText('The record cannot be trusted.');
    await page.keyboard.press('Escape');
  });

  await test.step('a companion that is gone is missed, and its page goes on', async () => {
    await companion.stop();
    // Where a question was under way, the page has missed it already.
    await page.getByRole('button', { name: /his computer$/ }).click();
    const gone = page.getByRole('dialog', { name: 'Reconnect this computer' });
    await expect(gone).toContainText(
      'The companion does not answer. It was stopped, or another program has its port now.',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Reconnect this computer' })).toBeVisible();
    await page.getByRole('tab', { name: 'Output' }).click();
    await expect(output(page)).toContainText('Greet somebody');
  });

  await test.step('every test hears of a script that the policy stops, and of a request that leaves the origin', async () => {
    const refused = page.waitForEvent('console', (message) => /img-src/.test(message.text()));
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { textContent: '0' }));
      new Image().src = 'http://127.0.0.1:1/picture.png';
    });
    await refused;
  });
});
