import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as root from './index.ts';
import * as internal from './internal.ts';
import { GH } from './testing/documents.ts';
import { INERT, junk, mutated } from './testing/junk.ts';
import { cases } from '../../../tests/long.ts';

const core = { ...root, ...internal };

const CALL = { id: '1', name: 'gh_pr_create', arguments: { title: 'Fix', label: ['a', 'b'], 'token-file': 't' } };
const MAPPING = core.mapToCommand('gh_pr_create', [GH]);

/** Functions that take what strangers wrote, each with a valid value of that. */
const FOREIGN: readonly (readonly [string, object, (value: never) => unknown])[] = [
  ['parseTool', GH, core.parseTool],
  ['checkTool', GH, core.checkTool],
  ['compile', GH, (tool: root.AtipTool) => core.compile([tool], 'openai')],
  ['overrideTool', { description: 'Mine', commands: { pr: null } }, (file: object) => core.overrideTool(GH, file)],
  ['restrictTools', { deniedCommands: ['gh pr'] }, (given: root.Delegation) => core.restrictTools([GH], given)],
  ['checkCall', CALL, (call: root.ToolCall) => core.checkCall(call, [GH])],
  ...core.PROVIDERS.map((provider) => {
    const response = core.EXAMPLES[provider].response({ name: 'a', arguments: { b: 1 } });
    return [`parseToolCall ${provider}`, response, (value: unknown) => core.parseToolCall(provider, value)] as const;
  }),
];

test.each(FOREIGN)('%s of anything is an answer or an error of ours, and prototypes stay', (_name, valid, run) => {
  const names = Reflect.ownKeys(Object.prototype);
  fc.assert(
    fc.property(fc.oneof(junk(INERT), { arbitrary: mutated(valid, junk(INERT)), weight: 3 }), ({ value }) => {
      try {
        Reflect.apply(run, undefined, [value]);
      } catch (error) {
        if (!core.AtipError.isInstance(error)) throw error;
      }
      expect(Reflect.ownKeys(Object.prototype)).toStrictEqual(names);
    }),
  );
});

const NO_POLICY = INERT.filter(([, value]) => Object.prototype.toString.call(value) !== '[object Object]');
test.each(NO_POLICY.filter(([, value]) => value !== undefined))('%s is no policy that allows', (_name, value) => {
  // Wrong on purpose.
  const policy = value as root.ExecutionPolicy;
  const attempts: readonly (() => unknown)[] = [
    () => core.checkPolicy(CALL, MAPPING, policy),
    () => core.checkCall(CALL, [GH], policy),
    () => core.createValidator([GH], policy),
    () => core.policyMatrix([GH], { broken: policy }),
    () => core.withPolicyDefaults(policy),
    () => core.createExecutor({ tools: [GH], policy }),
  ];
  for (const attempt of attempts) expect(attempt).toThrow(core.AtipValidationError);
});

test('a broken field of a policy never allows what the whole one would not', () => {
  const ranks: readonly string[] = ['allow', 'confirm', 'deny'];
  const subject = core.mapToCommand('gh_repo_delete', [GH]);
  const strict: root.ExecutionPolicy = { allowDestructive: false, allowNetwork: false, minTrustLevel: 'native' };
  const rank = (policy: root.ExecutionPolicy): number =>
    ranks.indexOf(core.checkPolicy(CALL, subject, policy).decision);
  const fields = fc.constantFrom('allowDestructive', 'allowNetwork');
  fc.assert(
    fc.property(
      fields,
      junk(INERT.filter(([, value]) => value !== undefined && value !== true)),
      (field, { value }) => {
        fc.pre(value !== undefined && value !== true);
        expect(rank({ ...strict, [field]: value })).toBe(rank(strict));
      },
    ),
  );
});

test('whatever the call, a process is started with texts alone, and its own command', async () => {
  const started: (readonly string[])[] = [];
  const executor = core.createExecutor({
    tools: [GH],
    policy: { allowDestructive: true },
    run: (argv) => {
      started.push(argv);
      return Promise.resolve({ exitCode: 0, stdout: '', stderr: '', duration: 1, truncated: false, timedOut: false });
    },
  });
  const calls = fc.oneof(junk(INERT), { arbitrary: mutated(CALL, junk(INERT)), weight: 4 });
  const drained = async (events: AsyncIterable<unknown>): Promise<number> => {
    let count = 0;
    for await (const _event of events) count += 1;
    return count;
  };
  const settled = async (work: Promise<unknown>): Promise<void> => {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error === undefined || error instanceof TypeError || core.AtipError.isInstance(error), String(error)).toBe(
      true,
    );
  };
  await fc.assert(
    fc.asyncProperty(calls, async ({ value }) => {
      // Wrong on purpose.
      const broken = value as root.ToolCall;
      await settled(executor.execute(broken));
      await settled(executor.executeBatch([broken, CALL]));
      await settled(drained(executor.executeStream(broken)));
    }),
    { numRuns: cases(150) },
  );
  expect(started.length).toBeGreaterThan(cases(100));
  for (const argv of started) {
    expect(argv.slice(0, 1)).toStrictEqual(['gh']);
    expect(argv.filter((element) => typeof element !== 'string')).toStrictEqual([]);
  }
});
