import { type AtipCommand, type AtipEffects, type AtipTool, compileTools, PROVIDERS, parseToolCall } from '@atip/core';
import { expect, test } from 'vitest';
import { responseWith } from '../providers/compiled-tool.ts';

const DESTRUCTIVE = '⚠️ DESTRUCTIVE';
const NOT_REVERSIBLE = '⚠️ NOT REVERSIBLE';
const NOT_IDEMPOTENT = '⚠️ NOT IDEMPOTENT';
const BILLABLE = '💰 BILLABLE';
const WORST: AtipEffects = { destructive: true, reversible: false, idempotent: false, cost: { billable: true } };

function toolWith(command: Partial<AtipCommand>): AtipTool {
  return {
    atip: '0.1',
    name: 't',
    version: '1',
    description: 'T',
    commands: { x: { description: 'Do it.', ...command } },
  };
}

/** Name and description of each tool, wherever a provider wants them. */
function described(provider: (typeof PROVIDERS)[number], tool: AtipTool): (readonly [unknown, unknown])[] {
  return compileTools([tool], provider).tools.map((compiled) => {
    const parts: unknown[] = [compiled, ...Object.values(compiled)];
    const part = parts.find((one) => typeof one === 'object' && one !== null && 'name' in one && 'description' in one);
    const { name, description } = part as { name: unknown; description: unknown };
    return [name, description];
  });
}

test.each([...PROVIDERS])('ATIP-2.6-1 every provider is told what a command may do: %s', (provider) => {
  const suffix = `[${DESTRUCTIVE} | ${NOT_REVERSIBLE} | ${NOT_IDEMPOTENT} | ${BILLABLE}]`;
  expect(described(provider, toolWith({ effects: WORST }))).toStrictEqual([['t_x', `Do it. ${suffix}`]]);
});

test.each(['openai', 'anthropic', 'gemini'] as const)(
  'ATIP-7.3-1 several calls in one response keep order and identity: %s',
  (provider) => {
    const calls = ['a', 'b', 'a'].map((name, index) => [`c${index + 1}`, name, { n: index + 1 }] as const);
    expect(parseToolCall(provider, responseWith(provider, calls))).toStrictEqual([
      { id: 'c1', name: 'a', arguments: { n: 1 } },
      { id: 'c2', name: 'b', arguments: { n: 2 } },
      { id: 'c3', name: 'a', arguments: { n: 3 } },
    ]);
  },
);

test.each([0, 1, 900, 960, 1000, 1024, 5000, 100_000])(
  'ATIP-8.2-5 all flags stay within 1024 characters, however long the description: %i',
  (length) => {
    for (const start of ['', 'a']) {
      const tool = toolWith({ description: start + '🎉'.repeat(length / 2), effects: WORST });
      const description = String(described('openai', tool)[0]?.[1]);
      expect(description.length).toBeLessThanOrEqual(1024);
      expect(description).not.toMatch(/\p{Surrogate}/u);
      expect(description.endsWith(` [${DESTRUCTIVE} | ${NOT_REVERSIBLE} | ${NOT_IDEMPOTENT} | ${BILLABLE}]`)).toBe(
        true,
      );
    }
  },
);

test.each([...PROVIDERS])('ATIP-8.3-2 what is for the agent alone reaches no provider: %s', (provider) => {
  const tool: AtipTool = {
    ...toolWith({
      effects: {
        interactive: { stdin: 'password', prompts: true, tty: true },
        duration: { typical: '77s', timeout: '88s' },
      },
    }),
    authentication: {
      required: true,
      methods: [{ type: 'token', envVar: 'AGENT_ONLY_KEY' }],
      checkCommand: 't whoami',
    },
  };
  const text = JSON.stringify(compileTools([tool], provider));
  for (const secret of ['password', 'tty', 'prompts', '77s', '88s', 'AGENT_ONLY_KEY', 'whoami']) {
    expect(text).not.toContain(secret);
  }
});
