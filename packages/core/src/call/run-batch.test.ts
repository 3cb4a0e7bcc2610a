import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ended, toolWith } from '../testing/documents.ts';
import { rowsOf, stated } from '../testing/in-words.ts';
import type { ToolCall } from '../types/call.ts';
import type { AtipEffects } from '../types/tool.ts';
import type { RunPort } from '../types/execution.ts';
import { canOverlap, createExecutor } from './create-executor.ts';
import { cases } from '../../../../tests/long.ts';

const READS = '-filesystem.write -filesystem.delete -network';
const ASKS = `${READS} +network -destructive +idempotent creates= modifies= deletes=`;
/** Which of them may run beside another of them is said here once more, by hand. */
const COMMANDS: Record<string, { readonly effects: AtipEffects; readonly free: boolean }> = {
  read: { effects: stated(READS), free: true },
  fetch: { effects: stated(ASKS), free: true },
  write: { effects: stated('+filesystem.write -network -destructive'), free: false },
  silent: { effects: stated('-destructive'), free: false },
  prompt: { effects: stated(`${READS} +interactive.prompts`), free: false },
};
const TOOL = toolWith(
  Object.fromEntries(
    Object.entries(COMMANDS).map(([name, { effects }]) => [
      name,
      { description: name, effects, arguments: [{ name: 'id', type: 'string' as const, description: 'Id' }] },
    ]),
  ),
  { trust: { source: 'native' } },
);
const ENDED = ended();

const callOf = (name: string, index: number): ToolCall => ({
  id: `${index}`,
  name: `tool_${name}`,
  arguments: { id: `${index}` },
});

/** Waits a number of turns, so that runs of different lengths meet. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

const step = fc.record({
  name: fc.oneof(
    { arbitrary: fc.constantFrom('read', 'fetch'), weight: 3 },
    fc.constantFrom(...Object.keys(COMMANDS), 'none'),
  ),
  length: fc.nat(9),
  fails: fc.boolean(),
});

test('never beside one that may change something, at most four, each once, outcomes in order', async () => {
  const widths: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      const active: string[] = [];
      const started: string[] = [];
      const run: RunPort = async ([, name = '', id = '']) => {
        active.push(name);
        started.push(id);
        widths.push(active.length);
        if (active.length > 1) expect(active.filter((other) => COMMANDS[other]?.free !== true)).toStrictEqual([]);
        await turns(steps[Number(id)]?.length ?? 0);
        active.splice(active.indexOf(name), 1);
        if (steps[Number(id)]?.fails) throw new Error(id);
        return ENDED;
      };
      const executor = createExecutor({ tools: [TOOL], run, policy: { allowInteractive: true } });
      const outcomes = await executor.executeBatch(steps.map(({ name }, index) => callOf(name, index)));
      const seen = outcomes.map(({ call, ok }) => [call.id, ok]);
      expect(seen).toStrictEqual(steps.map(({ name, fails }, index) => [`${index}`, name !== 'none' && !fails]));
      const runnable = steps.flatMap(({ name }, index) => (name === 'none' ? [] : [`${index}`]));
      expect(started).toStrictEqual(runnable);
    }),
    { numRuns: cases(300) },
  );
  // Else nothing above was tried: there were runs side by side, and never a fifth.
  expect(Math.max(...widths)).toBe(4);
});

test('what may change something waits for what came before, and holds what comes after', async () => {
  const log: string[] = [];
  const run: RunPort = async ([, name = '']) => {
    log.push(`${name} begins`);
    await turns(3);
    log.push(`${name} ends`);
    return ENDED;
  };
  await createExecutor({ tools: [TOOL], run }).executeBatch(['read', 'fetch', 'write', 'read'].map(callOf));
  expect(log).toStrictEqual([
    'read begins',
    'fetch begins',
    'read ends',
    'fetch ends',
    'write begins',
    'write ends',
    'read begins',
    'read ends',
  ]);
});

test('two calls that a person has to confirm are asked about one after the other', async () => {
  let asking = 0;
  const seen: number[] = [];
  const confirmationHandler = async (): Promise<boolean> => {
    seen.push(++asking);
    await turns(5);
    asking--;
    return true;
  };
  const executor = createExecutor({
    tools: [TOOL],
    run: async () => ENDED,
    // Nothing says what reading costs, so it has to be confirmed.
    policy: { maxCostEstimate: 'low', confirmationHandler },
  });
  const outcomes = await executor.executeBatch(['read', 'read', 'fetch'].map(callOf));
  expect([outcomes.map(({ ok }) => ok), seen]).toStrictEqual([
    [true, true, true],
    [1, 1, 1],
  ]);
});

const LOCAL = '-filesystem.write -network';
const REMOTE = '-filesystem.write +network -destructive +idempotent creates= modifies= deletes=';

test.each(
  rowsOf(`
    only reads                                       | ${LOCAL}                                             | yes
    only asks over the network                       | ${REMOTE}                                            | yes
    states nothing                                   |                                                      | no
    says nothing of files                            | -network                                             | no
    says nothing of the network                      | -filesystem.write                                    | no
    says nothing of the network, but of all the rest | ${REMOTE.replace('+network ', '')}                   | no
    says nothing of what it creates                  | ${REMOTE.replace('creates= ', '')}                   | no
    says nothing of destroying                       | ${REMOTE.replace('-destructive ', '')}               | no
    creates                                          | ${REMOTE} creates=issue                              | no
    modifies                                         | ${REMOTE} modifies=issue                             | no
    deletes                                          | ${REMOTE} deletes=issue                              | no
    destroys                                         | ${REMOTE} +destructive                               | no
    cannot be repeated                               | ${REMOTE} -idempotent                                | no
    costs money                                      | ${REMOTE} +cost.billable                             | no
    writes, to paths of its own                      | ${REMOTE} +filesystem.write filesystem.paths=./x     | no
    asks a person                                    | ${LOCAL} +interactive.prompts                        | no
    wants a terminal                                 | ${LOCAL} +interactive.tty                            | no
    could read input, which is closed                | ${LOCAL} interactive.stdin=optional                  | yes
  `),
)('a command that %s', (_name, effects, overlaps) => {
  expect(canOverlap(stated(effects))).toBe(overlaps === 'yes');
});
