import { join } from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import playwright from '../../playwright.config.ts';
import type { Mutation } from '../attacks/companion/bundle-source.ts';
import { GUARDS } from '../attacks/companion/guards.ts';
import { TRIP } from '../attacks/companion/requests.ts';
import { bundleCompanion, type Program, startTarget, type Target } from '../attacks/companion/start-target.ts';
import { ATTEMPTS, attempt, type Prey } from './attempts.ts';
import { ROOT } from './companion.ts';
import { startPageServer } from './page-server.ts';

const given = playwright.use?.launchOptions ?? {};

interface Fixtures {
  /** A companion as it was written, or as a mutant of `MUTANTS`; it ends with the test. */
  readonly start: (mutant?: keyof typeof MUTANTS) => Promise<Target>;
  /** Port of a foreign site. */
  readonly site: number;
}

const HEADERS = 'server/src/http/security-headers.ts';

/** The guards removed from a companion. */
const MUTANTS = {
  // All guards between a foreign page and a call are removed, and an answer in one piece: of a stream a browser drops
  // what the page must not see, and with its reader the call ends.
  open: [
    ...[guard('token'), guard('Origin'), guard('Sec-Fetch-Site'), guard('JSON only')],
    {
      file: 'server/src/routes/calls.ts',
      from: "return wantsJson(headers.get('accept') ?? '') ?",
      to: 'return headers !== undefined ?',
    },
  ],
  anyHost: [guard('Host')],
  anySite: [guard('Sec-Fetch-Site')],
  framed: [
    guard('Sec-Fetch-Site'),
    { file: HEADERS, from: `  "frame-ancestors 'none'",\n`, to: '' },
    { file: HEADERS, from: `  'x-frame-options': 'DENY',\n`, to: '' },
  ],
  opener: [{ file: HEADERS, from: `'cross-origin-opener-policy': 'same-origin'`, to: `'x-none': ''` }],
} satisfies Record<string, readonly Mutation[]>;

const test = base.extend<Fixtures, { program: Program }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
    async ({}, use) => {
      const program = await bundleCompanion(Object.values(MUTANTS));
      await use(program);
      program.remove();
    },
    { scope: 'worker' },
  ],
  start: async ({ program }, use) => {
    const ends: (() => unknown)[] = [];
    await use(async (mutant) => {
      const number = mutant && Object.keys(MUTANTS).indexOf(mutant);
      const target = await startTarget(program, { pageRoot: join(ROOT, 'web/dist') }, number);
      ends.push(target.stop);
      return target;
    });
    for (const end of ends) await end();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  site: async ({}, use) => {
    const site = await startPageServer(() => '<!doctype html><title>attacker</title><body>');
    await use(Number(new URL(site.origin).port));
    await site.close();
  },
});

// Names of attackers lead here, and the browser's own protection of this machine is off: ours has to do without it.
test.use({
  launchOptions: {
    ...given,
    args: [
      ...(given.args ?? []),
      '--host-resolver-rules=MAP *.example 127.0.0.1',
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ],
  },
});

function guard(name: string): Mutation {
  const found = GUARDS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No guard is called ${name}.`);
  return found.mutation;
}

function preyOf({ origin, token }: Target): Prey {
  return { origin, token, call: TRIP };
}

test('a page of another site, or of another port, learns nothing, runs nothing and gets hold of nothing', async ({
  page,
  site,
  start,
}) => {
  const scene = { page, site, start };
  await test.step('whatever it sends', () => requests(scene));
  await test.step('a name that was rebound to this machine', () => reboundName(scene));
  await test.step('a frame, by the guard and by the headers alone', () => frames(scene));
  await test.step('a window that the site opened', () => opener(scene));
  await test.step('a link with a code', () => foreignLink(scene));
});

async function requests({ page, site, start }: Scene): Promise<void> {
  for (const host of ['evil.example', '127.0.0.1']) {
    const [held, open] = [await start(), await start('open')];
    await page.goto(`http://${host}:${site}/`);
    const rows: unknown[] = [];
    for (const one of ATTEMPTS) {
      const saw = await attempt(page, one, preyOf(held));
      const effect = held.scene.effect();
      await attempt(page, one, preyOf(open));
      // The browser may drop an answer that the page must not see, while the program still runs.
      const without = await settledEffect(open, one.harms);
      rows.push({ attempt: one.name, saw, effect, without });
    }
    expect(rows).toStrictEqual(
      ATTEMPTS.map(({ name, harms }) => ({
        ...{ attempt: name, saw: 'nothing', effect: 'none' },
        without: harms ? 'a program ran' : 'none',
      })),
    );
  }
}

async function settledEffect({ scene }: Target, expected: boolean): Promise<string> {
  let effect = scene.effect();
  if (expected) await expect.poll(() => (effect = effect === 'none' ? scene.effect() : effect)).not.toBe('none');
  return effect;
}

interface Scene extends Pick<Fixtures, 'start' | 'site'> {
  readonly page: Page;
}

async function reboundName({ page, start }: Scene): Promise<void> {
  const [held, open] = [await start(), await start('anyHost')];
  expect([await rebind(page, held), held.scene.effect()]).toStrictEqual(['403 host-not-allowed', 'none']);
  expect([await rebind(page, open), open.scene.effect()]).toStrictEqual(['200 ?', 'a program ran']);
  // Nor is the page itself there.
  const answer = await page.goto(`http://evil.example:${held.port}/`);
  expect([answer?.status(), await page.title()]).toStrictEqual([403, '']);
}

/** The page comes from the attacker's server; then the name means this machine, and the page sends a call. */
async function rebind(page: Page, target: Target): Promise<string> {
  const url = `http://evil.example:${target.port}/`;
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }));
  await page.goto(url);
  await page.unroute(url);
  return page.evaluate(async ({ token, call }) => {
    const answer = await fetch('/api/v1/calls', {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json' },
        authorization: `Bearer ${token}`,
      },
      body: call,
    });
    const { code = '?' }: { code?: string } = await answer.json();
    return `${answer.status} ${code}`;
  }, preyOf(target));
}

async function frames({ page, site, start }: Scene): Promise<void> {
  const [held, byHeaders, open] = [await start(), await start('anySite'), await start('framed')];
  await page.goto(`http://evil.example:${site}/`);
  expect(await titleInFrame(page, held)).toBe('');
  expect(await titleInFrame(page, byHeaders)).toBe('');
  expect(await titleInFrame(page, open)).toMatch(/ATIP/);
}

async function titleInFrame(page: Page, { origin }: Target): Promise<string> {
  const loaded = page.evaluate(
    (src) =>
      new Promise<void>((resolve) => {
        const frame = document.createElement('iframe');
        frame.onload = () => resolve();
        frame.src = src;
        document.body.replaceChildren(frame);
      }),
    `${origin}/`,
  );
  await loaded;
  const frame = page.frames().find((one) => one.parentFrame() === page.mainFrame());
  if (frame === undefined) throw new Error('There is no frame.');
  return frame.url().startsWith(origin) ? frame.title() : '';
}

async function opener({ page, site, start }: Scene): Promise<void> {
  const [held, open] = [await start(), await start('opener')];
  await page.goto(`http://evil.example:${site}/`);
  expect(await openWindow(page, held)).toStrictEqual({ hasOpener: false, frames: 'closed' });
  expect(await openWindow(page, open)).toStrictEqual({ hasOpener: true, frames: 'open' });
  expect(held.scene.effect()).toBe('none');
}

async function openWindow(page: Page, { origin }: Target) {
  const [popup, handle] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluateHandle((url) => window.open(url), `${origin}/`),
  ]);
  await expect(popup).toHaveTitle(/ATIP/);
  const hasOpener = await popup.evaluate(() => window.opener !== null);
  const frames = await handle.evaluate((opened) => (opened === null || opened.closed ? 'closed' : 'open'));
  await popup.close();
  return { hasOpener, frames };
}

async function foreignLink({ page, site, start }: Scene): Promise<void> {
  const target = await start();
  const code = await target.newCode();
  await page.goto(`http://evil.example:${site}/`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await page.evaluate(
    (href) => {
      const link = document.createElement('a');
      Object.assign(link, { href, textContent: 'Free tools' });
      document.body.append(link);
    },
    `${target.origin}/#k=${'A'.repeat(22)}`,
  );
  await page.getByRole('link', { name: 'Free tools' }).click();
  await expect(page).toHaveTitle(/ATIP/);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  // On a busy machine the page is ready before it asks.
  await expect.poll(() => sent).not.toStrictEqual([]);
  const answer = await fetch(`${target.origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(answer.status).toBe(200);
  expect([sent, target.scene.effect()]).toStrictEqual([['/api/v1/session'], 'none']);
}
