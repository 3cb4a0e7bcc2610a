import { expect, test } from 'vitest';
import { answerPatterns } from './answer-patterns.ts';

const DOCUMENT = {
  ...{ atip: { version: '0.4' }, name: 'release', version: '1', description: 'Makes releases' },
  commands: {
    notes: {
      description: 'Print notes',
      arguments: [{ name: 'version', type: 'string', description: 'Which' }],
      effects: { destructive: false, network: false, filesystem: { read: true, write: false, delete: false } },
    },
  },
};

function ask(steps: readonly string[], values: Record<string, string> = {}) {
  const pattern = {
    ...{ name: 'p', description: 'A workflow', steps: steps.map((command) => ({ command })) },
    variables: { v: { type: 'string', description: 'Which' } },
  };
  const subject = { text: JSON.stringify({ ...DOCUMENT, patterns: [pattern] }) };
  return answerPatterns({ subject, values: { p: values } });
}

test('the steps of a workflow are judged before anything is filled in, by the documents of what they run', async () => {
  const { tool, patterns } = (await ask(['release notes {v}', 'git clean --force', 'nobody-knows'])) ?? {};
  expect(tool).toBe('release');
  expect(patterns?.[0]?.steps.map(({ command, decision, reasons }) => [command, decision, reasons])).toStrictEqual([
    ['release notes {v}', 'allow', []],
    ['git clean --force', 'confirm', ['git_clean permanently destroys data.']],
    ['nobody-knows', undefined, []],
  ]);
  expect(patterns?.[0]?.decision).toBe('deny');
  expect(patterns?.[0]?.problems.slice(0, 1)).toStrictEqual(['"v" is required.']);
});

test('what is filled in is held against the steps', async () => {
  const decided = async (step: string, v: string) => {
    const [shown] = (await ask([step], { v }))?.patterns ?? [];
    return [shown?.decision, shown?.problems.length];
  };
  expect(await decided('release notes {v}', '1.0')).toStrictEqual(['confirm', 0]);
  expect(await decided('release {v} 1.0', 'notes')).toStrictEqual(['deny', 1]);
  expect(await decided('release notes {v}', '-x')).toStrictEqual(['deny', 1]);
});

test('a document without workflows, or with errors, has no answer', async () => {
  expect(await answerPatterns({ subject: { text: JSON.stringify(DOCUMENT) }, values: {} })).toBe(undefined);
  expect(await answerPatterns({ subject: { text: '{' }, values: {} })).toBe(undefined);
});
