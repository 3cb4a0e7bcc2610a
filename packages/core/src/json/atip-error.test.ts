import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { mapToCommand } from '../commands/commands-by-name.ts';
import { createExecutor } from '../call/create-executor.ts';
import * as execute from '../execute.ts';
import * as root from '../index.ts';
import { toolWith } from '../testing/documents.ts';
import { AtipError } from './atip-error.ts';
import { TimeoutError, UnknownCommandError } from './execute-errors.ts';

const unknown = new UnknownCommandError('gh_pr', []);

test('each class tells its own errors', () => {
  expect(AtipError.isInstance(unknown)).toBe(true);
  expect(UnknownCommandError.isInstance(unknown)).toBe(true);
  expect(TimeoutError.isInstance(unknown)).toBe(false);
  expect(UnknownCommandError.isInstance(new AtipError('TIMEOUT', 'late'))).toBe(false);
  expect(AtipError.isInstance(new Error('TIMEOUT'))).toBe(false);
  expect(AtipError.isInstance({ ...unknown })).toBe(false);
});

test('it can be handed on, as any function can', () => {
  expect([new Error('late'), unknown].find(AtipError.isInstance)).toBe(unknown);
});

test('an error of another copy of this package is one, by its brand', () => {
  const brand = Symbol.for('@atip/core/AtipError');
  const foreign = Object.defineProperty(new Error('late'), brand, { value: true });
  expect(AtipError.isInstance(foreign)).toBe(true);
  expect(TimeoutError.isInstance(foreign)).toBe(false);
});

test('in a minified bundle each error has its name, in a log too', async () => {
  const entries = ['../index.ts', '../execute.ts'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const exported = await Promise.all(
    entries.map(async (input) => {
      const bundled = await rolldown({ input, platform: 'neutral' });
      const { output } = await bundled.generate({ format: 'esm', minify: true });
      await bundled.close();
      return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
    }),
  );
  const classes = Object.entries<new (...args: unknown[]) => Error>(Object.assign({}, ...exported)).filter(([name]) =>
    name.endsWith('Error'),
  );
  expect(classes.map(([name]) => name).sort()).toStrictEqual(
    Object.keys({ ...root, ...execute })
      .filter((name) => name.endsWith('Error'))
      .sort(),
  );
  const fact = { reasons: ['sentence'], actual: 'user', required: 'org', mapping: { tool: { name: 'x' }, path: [] } };
  const made = classes.map(([name, Kind]) => ({
    name,
    error: name === 'RequiresConfirmationError' ? new Kind(fact) : new Kind([fact], fact, fact),
  }));
  expect(made.map(({ name, error }) => [name, error.name, String(error).split(':')[0]])).toStrictEqual(
    classes.map(([name]) => [name, name, name]),
  );
});

const NOTES = toolWith(
  {
    add: {
      description: 'Add',
      effects: { filesystem: { write: true } },
      options: [{ name: 'kind', flags: ['--kind'], type: 'enum', enum: ['a', 2], description: 'Kind' }],
    },
  },
  { trust: { source: 'user' } },
);

test.each([
  [{ minTrustLevel: 'vendor' }, 'vendor'],
  [{ byTrust: true, allowDestructive: true }, 'org'],
  [{ levels: { untrusted: 'deny' } }, 'org'],
] as const)('trust that is too low is named, with the trust that would do: %j', async (policy, required) => {
  const wipe = { ...NOTES, effects: { destructive: true } };
  const executor = createExecutor({ tools: [wipe], policy, run: () => Promise.reject(new Error('It ran.')) });
  await expect(executor.execute({ id: '1', name: 'tool_add', arguments: {} })).rejects.toMatchObject({
    ...{ name: 'InsufficientTrustError', actualTrust: 'user', requiredTrust: required },
  });
});

test('a value that is none of an enum comes with those that are', () => {
  const call = { id: '1', name: 'tool_add', arguments: { kind: 'c' } };
  const { errors } = execute.validateToolCall(call, mapToCommand('tool_add', [NOTES]));
  expect(errors).toMatchObject([{ code: 'INVALID_ENUM', parameter: 'kind', expected: ['a', '2'] }]);
});
