import { checkCall } from '../call/check-call.ts';
import { createCatalog, mapToCommand } from '../commands/commands-by-name.ts';
import { offeredParts } from '../commands/offered-parts.ts';
import { effectsOf } from '../commands/effects-of.ts';
import { compile } from '../compile/compile.ts';
import { toAnthropic, toOpenAI } from '../compile/transform.ts';
import { parseTool } from '../document/parse-tool.ts';
import { createValidator } from '../policy/check-policy.ts';
import { generateSafetyPrompt } from '../prompt/generate-safety-prompt.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipCommand, AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { expect, test } from 'vitest';

const READS: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
};
const CALL = { id: '1', name: 'tool_drop', arguments: { all: true } };

/** A document that its owner may change, with an option. */
function changeable() {
  const all: AtipOption = { name: 'all', flags: ['--all'], type: 'boolean', description: 'All' };
  const drop: AtipCommand = { description: 'Drop', effects: { ...READS }, options: [all] };
  return { tool: toolWith({ drop }), drop, all };
}

/** Everything that says whether the call destroys. */
const ANSWERS: Readonly<Record<string, (tool: AtipTool) => boolean>> = {
  toOpenAI: (tool) => JSON.stringify(toOpenAI(tool)).includes('DESTRUCTIVE'),
  toAnthropic: (tool) => JSON.stringify(toAnthropic(tool)).includes('DESTRUCTIVE'),
  compile: (tool) => JSON.stringify(compile([tool], 'mcp').tools).includes('DESTRUCTIVE'),
  validator: (tool) => !createValidator([tool], { allowDestructive: false }).validate(CALL.name, CALL.arguments).valid,
  checkCall: (tool) => checkCall(CALL, createCatalog([tool])).decision !== 'allow',
  effectsOf: (tool) => effectsOf(mapToCommand(CALL.name, [tool]), CALL.arguments).destructive === true,
  prompt: (tool) => /drop/.test(generateSafetyPrompt([tool])),
};

const CHANGES: Readonly<Record<string, (made: ReturnType<typeof changeable>) => void>> = {
  'its effects': ({ drop }) => Object.assign(drop.effects ?? {}, { destructive: true }),
  'other effects': ({ drop }) => Object.assign(drop, { effects: { destructive: true } }),
  'effects of the whole tool': ({ tool }) => Object.assign(tool, { effects: { destructive: true } }),
  'the effects of an option': ({ all }) => Object.assign(all, { 'x-effects': { destructive: true } }),
  'another option': ({ drop, all }) =>
    Object.assign(drop, { options: [{ ...all, 'x-effects': { destructive: true } }] }),
};

test.each(Object.keys(CHANGES).flatMap((change) => Object.keys(ANSWERS).map((answer) => [change, answer] as const)))(
  'a tool that gets %s after its use is never answered for as before: %s',
  (change, answer) => {
    const made = changeable();
    const ask = ANSWERS[answer] ?? (() => false);
    // Three times: a second use is what fills caches.
    expect([ask(made.tool), ask(made.tool), ask(made.tool)]).toStrictEqual([false, false, false]);
    CHANGES[change]?.(made);
    expect([ask(made.tool), ask(made.tool)]).toStrictEqual([true, true]);
  },
);

test('what parseTool returns is frozen as deep as it is, its repairs included; so nobody can change it after its use', () => {
  const { tool } = parseTool({ ...changeable().tool, 'x-own': { list: [{ deep: true }] } });
  const open: string[] = [];
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Object.isFrozen(value)) open.push(at);
    for (const [key, member] of Object.entries(value)) look(member, `${at}/${key}`);
  };
  look(tool, '');
  expect(tool).toBeDefined();
  expect(open).toStrictEqual([]);
  expect(() => Object.assign(tool?.commands?.['drop'] ?? {}, { effects: {} })).toThrow(TypeError);
});

test('a result is the caller\u2019s: changing one changes no other', () => {
  const { tool } = parseTool(changeable().tool);
  if (!tool) throw new Error('It is no document.');
  for (const _time of [1, 2, 3]) {
    const [first] = toOpenAI(tool);
    expect(first?.function.description).toBe('Drop [\ud83d\udd12 READ-ONLY]');
    Object.assign(first?.function ?? {}, { description: 'Changed' });
    Object.assign(first?.function.parameters.properties ?? {}, { more: {} });
  }
  expect(Object.keys(toOpenAI(tool)[0]?.function.parameters.properties ?? {})).toStrictEqual(['all']);
  expect(offeredParts(tool)).toBe(offeredParts(tool));
});
