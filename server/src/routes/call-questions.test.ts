import type { CallQuestion } from '@atip/node/internal';
import { expect, test } from 'vitest';
import type { CompanionPorts } from '../ports.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { createTestClient } from '../testing/test-client.ts';
import type { TestOverrides } from '../testing/test-ports.ts';
import { CONFIRMATION_LIFETIME, createActiveCalls } from '../calls/active-calls.ts';
import { advance, stopTime } from '../testing/manual-time.ts';

stopTime();

const WIPE = { call: { id: '1', name: 'demo_wipe', arguments: {} } };
const SAY = { call: { id: '2', name: 'demo_say', arguments: { text: 'hi' } } };
const WRONG = `sha256:${'f'.repeat(64)}`;

/** A terminal whose person answers what the test says, when it says so. */
function createTerminal() {
  const asked: CallQuestion[] = [];
  const terminal: {
    answer: (approved: boolean) => void;
    fail: (error: Error) => void;
    withdrawn?: AbortSignal;
  } = { answer: () => undefined, fail: () => undefined };
  const ask: CompanionPorts['ask'] = (question, withdrawn) => {
    asked.push(question);
    terminal.withdrawn = withdrawn;
    return new Promise((resolve, reject) => {
      terminal.answer = resolve;
      terminal.fail = reject;
    });
  };
  return { asked, terminal, ask };
}

async function prepare(overrides: TestOverrides = {}) {
  const { ports, send } = await createTestClient(overrides);
  const begin = async () => {
    const events = readEvents(await send('POST', '/calls', WIPE));
    await events.next('accepted');
    return { events, question: await events.next('confirmation-required') };
  };
  const decide = (id: string, approve: boolean, hash: string) =>
    send('POST', `/calls/${id}/decision`, { approve, hash });
  return { ports, send, begin, decide };
}

test('without a terminal the page is where it is answered', async () => {
  const { begin } = await prepare();
  expect((await begin()).question.where).toBe('page');
});

test.each([true, false])(
  'a decision about another hash uses the question up in no way: approve %s',
  async (approve) => {
    const { ports, begin, decide } = await prepare();
    const { events, question } = await begin();
    for (let times = 0; times < 3; times += 1) {
      expect(await problemCode(await decide(question.id, approve, WRONG))).toBe('409 hash-mismatch');
    }
    expect(ports.executed).toStrictEqual([]);
    expect((await decide(question.id, true, question.hash)).status).toBe(204);
    expect((await events.rest()).at(-1)?.event).toBe('result');
    expect(await problemCode(await decide(question.id, true, question.hash))).toBe('404 no-question');
    expect(ports.executed).toHaveLength(1);
  },
);

test('an approval counts for one call, not for the next of the same command', async () => {
  const { ports, begin, decide } = await prepare();
  const [first, second] = [await begin(), await begin()];
  expect(second.question.hash).toBe(first.question.hash);
  await decide(first.question.id, true, first.question.hash);
  await first.events.rest();
  expect(await problemCode(await decide(first.question.id, true, first.question.hash))).toBe('404 no-question');
  expect(ports.executed).toHaveLength(1);
});

test('with a terminal the question is asked there, and no client can answer it', async () => {
  const { asked, terminal, ask } = createTerminal();
  const { ports, begin, decide } = await prepare({ ask });
  const { events, question } = await begin();
  expect(question.where).toBe('terminal');
  const { executable, argv, cwd, effects, reasons } = question;
  expect(asked).toStrictEqual([{ command: 'demo wipe', program: executable, argv, cwd, effects, reasons }]);
  for (const hash of [question.hash, WRONG]) {
    for (const approve of [true, false]) {
      expect(await problemCode(await decide(question.id, approve, hash))).toBe('409 confirm-in-terminal');
    }
  }
  expect(ports.executed).toStrictEqual([]);
  terminal.answer(true);
  expect((await events.rest()).at(-1)?.event).toBe('result');
  expect(ports.executed).toHaveLength(1);
  expect(ports.recorded[0]).toMatchObject({ decision: 'confirm', approved: true });
});

test('a call that is cancelled takes its question out of the terminal, and a late yes is none', async () => {
  const { terminal, ask } = createTerminal();
  const { ports, send, begin } = await prepare({ ask });
  const { events, question } = await begin();
  expect(terminal.withdrawn?.aborted).toBe(false);
  await send('DELETE', `/calls/${question.id}`);
  expect(terminal.withdrawn?.aborted).toBe(true);
  terminal.answer(true);
  expect((await events.rest()).at(-1)?.data).toMatchObject({ code: 'call-cancelled' });
  expect(ports.executed).toStrictEqual([]);
});

test('a question in the terminal lapses as in the page, and a late yes is none', async () => {
  const { terminal, ask } = createTerminal();
  const { ports, begin } = await prepare({ ask });
  const { events } = await begin();
  advance(CONFIRMATION_LIFETIME);
  expect(terminal.withdrawn?.aborted).toBe(true);
  terminal.answer(true);
  expect((await events.rest()).at(-1)?.data).toMatchObject({ code: 'confirmation-lapsed' });
  expect(ports.executed).toStrictEqual([]);
});

test('calls that wait for a person keep no place that others could run in', async () => {
  const calls = createActiveCalls(createCounter(), { running: 1, waiting: 5 });
  const { send, begin } = await prepare({ calls });
  for (let waiting = 0; waiting < 3; waiting += 1) await begin();
  const events = await readEvents(await send('POST', '/calls', SAY)).rest();
  expect(events.map(({ event }) => event)).toStrictEqual(['accepted', 'stdout', 'exit', 'result']);
});

function createCounter(): () => string {
  let ids = 0;
  return () => `call-${++ids}`;
}
