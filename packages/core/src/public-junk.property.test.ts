import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as execute from './execute.ts';
import * as root from './index.ts';
import * as internal from './internal.ts';
import { GH } from './testing/documents.ts';
import { cases } from '../../../tests/long.ts';

/** JSON text with the names of the language's own objects. */
const POLLUTION: string =
  '{"__proto__":{"polluted":true,"name":"x"},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":2,"length":-1}';

const cyclic: Record<string, unknown> = { name: 'cycle' };
cyclic['self'] = cyclic;
cyclic['commands'] = { again: cyclic };
const ring: unknown[] = [];
ring.push(ring);

/** Nested objects (or arrays), to the given depth. */
function nested(depth: number, key: string | undefined): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level++) value = key === undefined ? [value] : { [key]: value };
  return value;
}

/** Bad values without code: reading them has no effect. */
const INERT: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
  ['zero', 0],
  ['minus zero', -0],
  ['NaN', Number.NaN],
  ['infinity', Number.NEGATIVE_INFINITY],
  ['a huge number', 1e300],
  ['empty text', ''],
  ['text', 'delete'],
  ['half a character', '\ud800'],
  ['a NUL', 'a\0b'],
  ['a long text', 'a'.repeat(300_000)],
  ['the name of a prototype', '__proto__'],
  ['a symbol', Symbol('junk')],
  ['a big integer', 2n ** 80n],
  ['a function', (): number => 1],
  ['an empty list', []],
  ['a list of holes', new Array(50)],
  ['a list of nothing', [undefined, null, Number.NaN]],
  ['a long list', Array.from({ length: 20_000 }, (_, index) => index)],
  ['an empty object', {}],
  ['an object without prototype', Object.assign(Object.create(null), { name: 'x', commands: Object.create(null) })],
  ['names of the prototype', JSON.parse(POLLUTION)],
  ['a cycle', cyclic],
  ['a list in itself', ring],
  ['10,000 objects deep', nested(10_000, 'commands')],
  ['10,000 lists deep', nested(10_000, undefined)],
  ['a date', new Date(Number.NaN)],
  ['a map', new Map([['name', 'x']])],
  ['bytes', new Uint8Array(8)],
  ['a pattern', /x/g],
  ['a boxed text', Object('x')],
];

/** A value with a name, because an endlessly nested one cannot be shown when a test fails. */
interface Sample<Value = unknown> {
  readonly label: string;
  readonly value: Value;
}

const sample = <Value>(label: string, value: Value): Sample<Value> =>
  Object.defineProperty({ label, value }, fc.toStringMethod, { value: () => label });

/** Any value from the lists above, or a made-up one. */
function junk(values: readonly (readonly [string, unknown])[]): fc.Arbitrary<Sample> {
  const made = fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true, maxDepth: 3 });
  return fc.oneof(
    fc.constantFrom(...values.map(([label, value]) => sample(label, value))),
    made.map((value) => sample(fc.stringify(value), value)),
  );
}

/** A valid document with one to three values replaced, removed or added; the document itself is not changed. */
function mutated<Document>(document: Document, values: fc.Arbitrary<Sample>): fc.Arbitrary<Sample<Document>> {
  const places = pathsOf(document);
  const change = fc.tuple(fc.constantFrom(...places), values, fc.constantFrom('replace', 'remove', 'add', PROTO));
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy: unknown = structuredClone(document);
    for (const [path, { value }, kind] of changes) mutate(copy, path, value, kind);
    const label = changes.map(([path, { label: what }, kind]) => `${kind} /${path.join('/')}: ${what}`).join('; ');
    // Broken on purpose: the type only claims to be right.
    return sample(label, copy as Document);
  });
}

const PROTO = '__proto__';

function mutate(root: unknown, path: readonly string[], value: unknown, kind: string): void {
  let parent = root;
  for (const key of path.slice(0, -1)) {
    parent = typeof parent === 'object' && parent !== null ? Object.getOwnPropertyDescriptor(parent, key)?.value : null;
  }
  const last = path.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  const key = { add: `${last}x`, [PROTO]: PROTO }[kind] ?? last;
  if (kind === 'remove') Reflect.deleteProperty(parent, key);
  else define(parent, key, value);
}

function define(parent: object, key: string, value: unknown): void {
  try {
    Reflect.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
  } catch (error) {
    // Invalid list length or byte element: such junk cannot reach our code.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  }
}

/** The paths of every value of a document, except the root. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...path, key], ...pathsOf(child, [...path, key])]);
}

const core = { ...root, ...execute, ...internal };

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
