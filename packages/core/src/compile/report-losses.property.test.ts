import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRecord } from '../json/is-record.ts';
import { joinPointer, pointerTokens, valueAt } from '../json/pointer.ts';
import { toWellFormed } from '../json/hidden-characters.ts';
import { parseTool } from '../document/parse-tool.ts';
import { ACCEPTANCE, PROVIDERS } from '../providers/list.ts';
import { namesOf } from '../providers/provider-schema-rules.ts';
import type { Compilation, CompileSettings, Loss, Provider, ProviderTool } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { compile } from './compile.ts';
import { checkProviderTools } from './transform.ts';
import { cases } from '../../../../tests/long.ts';

/** How a command line is written is never a provider's affair, nor is what a document says of being an excerpt. */
const HOST =
  /\/(?:flags|x-value-style|x-end-of-options|x-count|x-list-separator)(?:\/|$)|^\/(?:atip|partial|filter|omitted)/;
/** Fields of any text. */
const FREE: ReadonlySet<string> = new Set(
  'description default typical envVar x-note examples creates paths'.split(' '),
);
/** Parts that are lost with everything below them, or are written in other words. */
const WHOLE: ReadonlySet<string> = new Set(['not-sent', 'unreachable', 'in-text', 'shared']);
/** About a count of tools, which `compile` leaves as it is and reports as an issue. */
const COUNTS: ReadonlySet<string> = new Set(['oa-tools-max', 'ge-max', 'as-tools']);

const key = fc.constantFrom(
  'a',
  'b',
  'B',
  'a_b',
  'a-b',
  'x y',
  '日本',
  'constructor',
  '__proto__',
  '7',
  '~/',
  'k'.repeat(70),
);
const text = fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('text', 'x'.repeat(700)));
const value = fc.oneof(
  fc.constantFrom('', 'red', 'blue', '1', '-x'),
  fc.integer({ min: -2, max: 5 }),
  fc.constant(1.5),
);
const name = fc.oneof(key, fc.constantFrom('action', 'v', 'V', 'dry-run', 'dry_run', '名'));
const shared = {
  name,
  type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'file', 'directory', 'url', 'enum', 'array'),
  description: text,
  required: fc.boolean(),
  default: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([1])),
  enum: fc.array(value, { maxLength: 4 }),
  'x-deprecated': fc.boolean(),
};
const argument = fc.record({ ...shared, variadic: fc.boolean() }, { requiredKeys: ['name', 'type', 'description'] });
const option = fc.record(
  {
    ...shared,
    flags: fc.constantFrom(['-a'], ['--all'], ['-v', '--verbose']),
    envVar: fc.constantFrom('HOME', 'TOKEN'),
  },
  { requiredKeys: ['name', 'type', 'description', 'flags'] },
);
const effects = fc.record(
  {
    destructive: fc.boolean(),
    reversible: fc.boolean(),
    idempotent: fc.boolean(),
    network: fc.boolean(),
    subprocess: fc.boolean(),
    creates: fc.array(text, { maxLength: 2 }),
    filesystem: fc.record({ write: fc.boolean(), paths: fc.array(text, { maxLength: 2 }) }, { requiredKeys: [] }),
    cost: fc.record({ billable: fc.boolean(), estimate: fc.constantFrom('free', 'high') }, { requiredKeys: [] }),
    interactive: fc.record({ stdin: fc.constantFrom('none', 'password'), tty: fc.boolean() }, { requiredKeys: [] }),
    duration: fc.record({ typical: text }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const leaf = {
  description: text,
  arguments: fc.array(argument, { maxLength: 3 }),
  options: fc.array(option, { maxLength: 3 }),
  effects,
  examples: fc.array(text, { maxLength: 2 }),
  'x-note': text,
};
const command = fc.record(leaf, { requiredKeys: ['description'] });
const level = (child: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(fc.dictionary(key, child, { maxKeys: 4 }), fc.option(command, { freq: 3 }))
    .map(([children, own]) => (own ? { ...children, '': own } : children));
const group = (child: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record({ ...leaf, commands: level(child) }, { requiredKeys: ['description', 'commands'] });
const tree = level(fc.oneof(command, group(fc.oneof(command, group(command)))));
const document = fc.record(
  {
    atip: fc.constantFrom('0.3', { version: '0.4' }),
    name: fc.constantFrom('tool', '7z', 'a b'),
    version: fc.constant('1.2.3-rc'),
    description: text,
    homepage: fc.constant('https://example.org/home'),
    effects,
    commands: tree,
    globalOptions: fc.array(option, { maxLength: 2 }),
    authentication: fc.constant({ required: true, methods: [{ type: 'token', envVar: 'MY_TOKEN' }] }),
    patterns: fc.constant([{ name: 'flow', description: 'A flow', steps: [{ command: 'tool a' }] }]),
    trust: fc.constant({ source: 'native' }),
  },
  { requiredKeys: ['atip', 'name', 'version', 'description', 'commands'] },
);
const settings: fc.Arbitrary<CompileSettings> = fc.record(
  {
    strict: fc.boolean(),
    globalOptions: fc.constantFrom('required', 'all', 'none'),
    examples: fc.boolean(),
    strategy: fc.constantFrom('discrete', 'action'),
    geminiSchema: fc.constantFrom('openapi', 'json-schema'),
  },
  { requiredKeys: [] },
);

test('whatever a document says reaches the provider or is a loss, and whatever the provider gets leads back', () => {
  let tried = 0;
  let lost = 0;
  fc.assert(
    fc.property(document, fc.constantFrom(...PROVIDERS), settings, (source, provider, chosen) => {
      const { tool } = parseTool(numbered(source));
      if (!tool) return;
      const compilation = compile([tool], provider, chosen);
      tried += compilation.tools.length;
      lost += compilation.losses.length;
      expect(untold(tool, compilation)).toStrictEqual([]);
      expect(unfounded(tool, compilation)).toStrictEqual([]);
      expect(refused(provider, compilation.tools, chosen)).toStrictEqual([]);
    }),
    { numRuns: cases(600), seed: 11 },
  );
  // A generator of documents that are refused, or that lose nothing, would prove nothing.
  expect(tried).toBeGreaterThan(cases(700));
  expect(lost).toBeGreaterThan(cases(15_000));
});

/** The document with a number at the end of every text that is a free one, so that no text is found in another's place. */
function numbered(source: unknown): unknown {
  let count = 0;
  const copy = (node: unknown, field: string): unknown => {
    if (typeof node === 'string') return FREE.has(field) ? `${node}#${count++}.` : node;
    if (Array.isArray(node)) return node.map((child: unknown) => copy(child, field));
    if (!isRecord(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, copy(child, key)]));
  };
  return copy(source, '');
}

/** Texts of the document that stand neither in the tools nor under a loss. */
function untold(tool: AtipTool, { provider, tools, losses }: Compilation): string[] {
  const sent = JSON.stringify(tools);
  const whole = new Set(losses.filter(({ code }) => WHOLE.has(code)).map(({ pointer }) => pointer));
  const exact = new Set(losses.map(({ pointer }) => pointer));
  const renamed = losses.filter(({ code }) => code === 'renamed').map(({ pointer }) => pointer);
  // A group's word is part of its commands' names.
  const isRenamed = (pointer: string): boolean => renamed.some((one) => `${one}/`.startsWith(`${pointer}/`));
  const missing: string[] = [];
  const isSent = (words: string): boolean => sent.includes(JSON.stringify(toWellFormed(words.trim())).slice(1, -1));
  const walk = (node: unknown, pointer: string): void => {
    if (HOST.test(pointer) || whole.has(pointer)) return;
    if (isRecord(node)) {
      for (const [field, child] of Object.entries(node)) walk(child, joinPointer(pointer, field));
      const word = pointerTokens(pointer).at(-1) ?? '';
      if (/\/commands\/[^/]*$/.test(pointer) && !isSent(word) && !isRenamed(pointer)) missing.push(pointer);
    } else if (Array.isArray(node)) {
      // Losses of a list's values are reported for the list.
      if (!exact.has(pointer)) for (const [index, child] of node.entries()) walk(child, `${pointer}/${index}`);
    } else if (
      !exact.has(pointer) &&
      !isShape(pointer, provider) &&
      (node === null || typeof node === 'boolean' || !isSent(String(node)))
    )
      missing.push(pointer);
  };
  const { name, ...rest } = tool;
  walk(rest, '');
  return tools.length === 0 || isSent(name) || isRenamed('') ? missing : ['/name', ...missing];
}

/** Parts of a property that do not come from the document. */
function isShape(pointer: string, provider: Provider): boolean {
  const isHint = provider === 'mcp' && /\/effects\/(?:destructive|idempotent|network)$/.test(pointer);
  return isHint || /\/(?:type|required|variadic)$/.test(pointer);
}

/** Losses and entries that lead nowhere, tools and properties that come from nowhere. */
function unfounded(tool: AtipTool, { provider, tools, entries, losses }: Compilation): string[] {
  const dangling = losses.filter(({ pointer }) => !resolves(tool, pointer)).map(describeLoss);
  const strays = tools.flatMap((one, index) => {
    const entry = entries[index];
    // A declaration of Gemini's without parameters is bare.
    const { name, schema } = { ...one, ...ACCEPTANCE[provider].unwrap({ ...one })?.[0] };
    if (!entry || entry.name !== name || !resolves(tool, entry.pointer)) return [`tool ${index}`];
    const keys = isRecord(schema) ? namesOf(schema['properties']) : [];
    const sources = Object.entries(entry.parameters);
    return [
      ...keys.filter((own) => !Object.hasOwn(entry.parameters, own)),
      ...sources.filter(([own, pointer]) => !keys.includes(own) || !resolves(tool, pointer)).map(([own]) => own),
    ];
  });
  return [...dangling, ...strays, ...(tools.length === entries.length ? [] : ['entries'])];
}

function describeLoss({ code, pointer }: Loss): string {
  return `${code} ${pointer}`;
}

function resolves(tool: AtipTool, pointer: string): boolean {
  return valueAt(tool, pointerTokens(pointer)) !== undefined;
}

function refused(provider: Provider, tools: ProviderTool[], { geminiSchema }: CompileSettings): string[] {
  return checkProviderTools(provider, tools, geminiSchema ? { geminiSchema } : {})
    .filter(({ severity, code }) => severity === 'error' && !COUNTS.has(code))
    .map(({ code, path }) => `${code} ${path}`);
}
