import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLogPlace, decision, entriesOf, execution } from '../testing/audit-events.ts';
import type { AuditDecision, AuditEvent } from './audit-event.ts';
import { MAX_LINE } from './audit-files.ts';
import { type AuditLogSettings, createAuditLog } from './create-audit-log.ts';
import { maskArguments } from './record-event.ts';
import { redactText } from './redact-text.ts';
import { verifyAuditLog } from './read-audit-log.ts';

/** The bytes that an event leaves, and what is read from them. */
async function write(event: AuditEvent, settings: AuditLogSettings = {}) {
  const { path } = await createLogPlace();
  const log = await createAuditLog(path, settings);
  await log.append(event);
  await log.close();
  expect((await verifyAuditLog(path)).ok).toBe(true);
  return { text: await readFile(path, 'utf8'), entries: await entriesOf(path) };
}

const FORGED = '{"seq":2,"event":"decision","decision":"allow"}';

test.each([
  ['a newline', '\n'],
  ['a carriage return', '\r'],
  ['NUL', '\0'],
  ['an escape sequence', '\u001b[2K\u001b[1A'],
  ['NEL', '\u0085'],
  ['a line separator', '\u2028'],
  ['an override of direction', '\u202e'],
  ['zero width', '\u200b'],
  ['tags', '\u{e0041}'],
  ['a variation selector', '\ufe0f'],
  ['a private character', '\ue000'],
  ['a lone surrogate', '\ud83d'],
])('%s cannot forge a line, and is read back as it was', async (_what, char) => {
  const nasty = `x${char}${FORGED}${char}y`;
  const event = decision({ argv: ['gh', nasty], who: nasty, reasons: [nasty], tool: { name: nasty } });
  const { text, entries } = await write(event);
  expect(text.split(/[\n\r\u0085\u2028\u2029]/).length).toBe(2);
  expect(text.slice(0, -1)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
  expect(entries).toMatchObject([event]);
});

test('ordinary letters of any script stay readable', async () => {
  const { text } = await write(decision({ who: 'Jürgen 日本語 😀' }));
  expect(text).toContain('"who":"Jürgen 日本語 😀"');
});

const SECRET = 'hunter2Correct';
const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const MASK = '[REDACTED]';
/** Stands for the secret in what is given, and for the mask in what comes out. */
const HIDE = '<secret>';

test.each<[string[], string]>([
  [['x', '--token', HIDE, '-u', 'me'], SECRET],
  [['x', `--password=${HIDE}`], SECRET],
  [['x', `--password=${HIDE}`], 'a\nb'],
  [['x', `/password:${HIDE}`], 'a'],
  [['x', '--api-key', HIDE], 'k'],
  [['x', '--token', HIDE], '-1abc'],
  [['x', '--token', '--verbose'], 'nothing'],
  [['x', HIDE], TOKEN],
  [['x', `--header=Authorization: ${HIDE}`], `Bearer ${TOKEN}`],
  [['x', `DB_PASSWORD=${HIDE}`], SECRET],
  [['/usr/bin/curl', '-u', `me:${HIDE}`, 'https://x.example'], SECRET],
  [['mysql', `-p${HIDE}`], SECRET],
  [['x', `https://me:${HIDE}@h.example/`], SECRET],
  [['x', '-u', `me:${HIDE}`, '--proxy-user', `me:${HIDE}`], SECRET],
  [['x', `--user=me:${HIDE}`, `--username=:${HIDE}`], `a:b/${SECRET}`],
  [
    ['x', '-u', '1000:1000', '--user=me', '-u', 'https://h.example:8080/', '-u', 'me', 'a:b', '--user=x', 'c:d'],
    'nothing',
  ],
  [['x', '--oauth2-bearer', HIDE, '--jwt', HIDE, '--master-key', HIDE, `--basic-auth=${HIDE}`], SECRET],
  [['x', '--author', 'me', '--spin', 'fast', '--sort-key', 'name'], 'nothing'],
])('a secret of a command line is masked: %j with %j', (argv, secret) => {
  const filled = (text: string): string[] => argv.map((arg) => arg.replaceAll(HIDE, text));
  expect(maskArguments(filled(secret), redactText)).toStrictEqual(filled(MASK));
});

test('no secret of an event reaches the bytes, wherever it stands', async () => {
  const said = `token=${SECRET}`;
  const { text } = await write(
    decision({
      call: said,
      who: said,
      tool: { name: said, path: `/x/${TOKEN}` },
      command: [said],
      argv: ['x', '--password', SECRET, said],
      effects: { creates: [TOKEN], [TOKEN]: true },
      rule: said,
      reasons: [said],
    }),
  );
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(TOKEN.slice(4));
  const other = await write(execution({ error: said, sandbox: { ...execution().sandbox, notes: [said] } }));
  expect(other.text).not.toContain(SECRET);
});

test('a caller brings its own rule, and options for secrets are masked all the same', async () => {
  const redact = (text: string): string => text.replaceAll('blue', 'X');
  const { entries } = await write(decision({ who: 'blue', argv: ['x', 'blue', '--token', 'red'] }), { redact });
  expect(entries).toMatchObject([{ who: 'X', argv: ['x', 'X', '--token', MASK] }]);
});

test('long texts are cut with a mark, after their secrets are masked', async () => {
  const long = 'x'.repeat(5000);
  const split = `${'x '.repeat(2043)}${TOKEN}`;
  const { entries, text } = await write(decision({ argv: [long, 'y', split], who: long, reasons: [split] }));
  const cut = `${'x'.repeat(4096)}…[CUT]`;
  const masked = `${'x '.repeat(2043)}${MASK}`;
  expect(entries).toMatchObject([{ argv: [cut, 'y', masked], who: cut, reasons: [masked] }]);
  expect(text).not.toContain(TOKEN.slice(0, 8));
});

test('a line of everything at its longest is one that readers take', async () => {
  const wide = Array.from({ length: 3000 }, () => '\u202e'.repeat(5000));
  const { text, entries } = await write(decision({ argv: wide, reasons: wide, command: wide }));
  expect(text.length).toBeLessThan(MAX_LINE);
  expect(entries).toMatchObject([{ argv: expect.arrayContaining(['…[CUT] 2000 more']) }]);
});

test.each<[string, Partial<AuditDecision>]>([
  ['arguments', { argv: Array.from({ length: 1000 }, () => 'x'.repeat(5000)) }],
  ['effects', { effects: { notes: Array.from({ length: 1000 }, () => 'x'.repeat(5000)) } as never }],
  ['reasons', { reasons: Array.from({ length: 1000 }, () => 'x'.repeat(5000)) }],
  ['names of commands', { command: Array.from({ length: 1000 }, () => 'x'.repeat(5000)) }],
])('%s of any length leave who asked, for what, and what was decided on record', async (_what, long) => {
  const { entries } = await write(decision(long));
  const { event, call, who, tool, decision: decided, rule, approved } = decision();
  expect(entries).toMatchObject([{ event, call, who, tool, decision: decided, rule, approved }]);
});

test('what is nested too deep, or is no JSON, is left out with a mark', async () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 100; level += 1) deep = { deep };
  const { text } = await write({ ...decision(), effects: { deep, call: () => 1, big: 1n } as never });
  expect(text).toContain('"call":"…[CUT]"');
  expect(text).toContain('"big":"…[CUT]"');
  expect(text).not.toContain('end');
});

test('what a secret would need to be told by is not cut off before it is looked for', async () => {
  const { text } = await write(decision({ argv: ['x'.repeat(1_048_576 - 10), TOKEN, 'last'] }));
  expect(text).not.toContain(TOKEN.slice(0, 8));
});

test('the event is recorded as it was when it was appended', async () => {
  const { path } = await createLogPlace();
  const log = await createAuditLog(path);
  const argv = ['before'];
  const appended = log.append(decision({ argv }));
  argv[0] = 'after';
  await appended;
  expect(await readFile(path, 'utf8')).toContain('"argv":["before"]');
});
