import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnalysisReport, type AnalysisRequest, BROKEN_DOWN, createAnalyst, TOO_SLOW } from './analyst.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An analyst over workers that the test controls. */
function prepare() {
  const workers: ReturnType<typeof fakeWorker>[] = [];
  const analyst = createAnalyst(() => {
    const worker = fakeWorker();
    workers.push(worker);
    return worker;
  });
  const open = (kind: 'safety-prompt' | 'compile' = 'safety-prompt') => {
    const seen: string[] = [];
    const { ask, close } = analyst.open(kind, (outcome) =>
      seen.push(outcome.ok ? outcome.question.text : `${outcome.question.text}: ${outcome.message}`),
    );
    return { seen, ask: (text: string) => ask({ text, provider: 'openai', strict: false }), close };
  };
  const report = (worker: number, state: AnalysisReport['state']): void => {
    const data = { state, answer: { ok: false, message: '' }, message: 'no' } as AnalysisReport;
    Reflect.apply(workers[worker]?.onmessage ?? String, undefined, [new MessageEvent('message', { data })]);
  };
  const die = (worker: number) => Reflect.apply(workers[worker]?.onerror ?? String, undefined, [new Event('error')]);
  return { open, workers, report, die, sent: (worker: number) => workers[worker]?.sent };
}

function fakeWorker() {
  const sent: string[] = [];
  return {
    sent,
    ended: false,
    onmessage: null as Worker['onmessage'],
    onerror: null as Worker['onerror'],
    postMessage: ({ question }: AnalysisRequest) => void sent.push('text' in question ? String(question.text) : ''),
    terminate(): void {
      this.ended = true;
    },
  };
}

test('one question at a time, in order, of each asker only the newest, and compiling first', () => {
  const { open, report, sent } = prepare();
  const [first, second, compiler] = [open(), open(), open('compile')];
  for (const text of ['a', 'b', 'c']) second.ask(text);
  first.ask('x');
  second.ask('d');
  expect(sent(0)).toStrictEqual(['a']);
  report(0, 'done');
  report(0, 'done');
  expect(sent(0)).toStrictEqual(['a', 'd', 'x']);
  second.ask('e');
  compiler.ask('key');
  for (let count = 0; count < 3; count += 1) report(0, 'done');
  expect(sent(0)).toStrictEqual(['a', 'd', 'x', 'key', 'e']);
  expect([first.seen, second.seen, compiler.seen]).toStrictEqual([['x'], ['a', 'd', 'e'], ['key']]);
});

test('a failure is its asker’s alone, and a closed asker hears and asks nothing', () => {
  const { open, workers, report, sent } = prepare();
  const [failing, closed, other] = [open(), open(), open()];
  failing.ask('a');
  closed.ask('y');
  other.ask('b');
  report(0, 'failed');
  expect(sent(0)).toStrictEqual(['a', 'y']);
  closed.close();
  closed.ask('z');
  report(0, 'done');
  report(0, 'done');
  expect(sent(0)).toStrictEqual(['a', 'y', 'b']);
  expect([failing.seen, closed.seen, other.seen]).toStrictEqual([['a: no'], [], ['b']]);
  expect(workers[0]?.ended).toBe(false);
});

test('what takes too long is stopped, also when nobody waits for it any more, and the others ask a new worker', () => {
  const { open, workers, report, sent } = prepare();
  const [slow, closed, other] = [open(), open(), open()];
  slow.ask('slow');
  closed.ask('endless');
  other.ask('quick');
  vi.advanceTimersByTime(60_000);
  // Its time begins with the worker's start on it.
  report(0, 'begun');
  vi.runOnlyPendingTimers();
  expect([workers[0]?.ended, slow.seen, sent(1)]).toStrictEqual([true, [`slow: ${TOO_SLOW}`], ['endless']]);
  closed.close();
  report(1, 'begun');
  vi.runOnlyPendingTimers();
  expect(sent(2)).toStrictEqual(['quick']);
  report(2, 'begun');
  report(2, 'done');
  vi.runOnlyPendingTimers();
  expect([workers[2]?.ended, other.seen]).toStrictEqual([false, ['quick']]);
});

test('a worker that dies is told to who waits for it, and the next question starts another', () => {
  const { open, die, sent } = prepare();
  const asker = open();
  asker.ask('a');
  die(0);
  asker.ask('b');
  expect([asker.seen, sent(1)]).toStrictEqual([[`a: ${BROKEN_DOWN}`], ['b']]);
});
