import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AtipValidationError, type AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { createAgentTools } from './create-agent-tools.ts';
import { calling, NOT_HELD, notes, notesMachine, QUIET } from './testing/notes-machine.ts';
import type { AgentTools, AgentToolsSettings } from './types.ts';

/** With a command that does not say whether it destroys, and one that reads its standard input. */
const NOTES: AtipTool = {
  ...notes(),
  commands: {
    ...notes().commands,
    tag: { description: 'Tags', effects: { network: false } },
    count: { description: 'Counts', 'x-stdin': {}, effects: QUIET },
  },
};

async function prepare(settings: Partial<AgentToolsSettings<'openai'>> = {}) {
  const { cwd, env } = await notesMachine();
  const own = { tools: { notes: NOTES }, cwd, env, policy: NOT_HELD };
  const lead = await createAgentTools({ provider: 'openai', ...own, ...settings });
  return { lead, cwd, env };
}

type Args = Readonly<Record<string, unknown>>;
const listed = ({ tools }: AgentTools<'openai'>) => tools.map(({ function: { name } }) => name);

/** The words for a model, or the question for a person. */
async function told(agent: AgentTools<'openai'>, name: string, args: Args = {}): Promise<unknown> {
  const { messages, pending } = await agent.answer(calling(['c', name, args]));
  return pending ? { asked: pending.calls[0]?.reasons } : messages.at(-1)?.content;
}

const NO_HARM = { effectRestrictions: { destructive: false } } as const;
const DENIED =
  'Nothing ran. notes_drop is not delegated: the delegation of the lead agent lets nothing destroy (effectRestrictions/destructive), and it does. notes_drop permanently destroys data.';

test('a helper is offered what is delegated: one call runs, one is asked about, one is refused with the way out', async () => {
  const { lead } = await prepare();
  const helper = await lead.delegate({ delegation: NO_HARM });
  expect([listed(lead), listed(helper)]).toStrictEqual([
    ['notes_say', 'notes_wait', 'notes_drop', 'notes_tag', 'notes_count'],
    ['notes_say', 'notes_wait', 'notes_tag', 'notes_count'],
  ]);
  expect(await told(helper, 'notes_say', { text: 'a' })).toBe('said a\n[Output 1]\n[Exit code: 0]');
  expect(await told(helper, 'notes_drop', { text: '1' })).toBe(DENIED);
  expect(await told(helper, 'notes_tag')).toStrictEqual({
    asked: [
      'The delegation of the lead agent lets nothing destroy (effectRestrictions/destructive), and notes_tag does not say whether it does.',
      'Its document does not say whether notes_tag permanently destroys data, so it counts as if it did.',
    ],
  });
  // Without the delegation a person is only asked.
  expect(await told(lead, 'notes_drop', { text: '1' })).toStrictEqual({
    asked: ['notes_drop permanently destroys data.'],
  });
});

test('a helper delegates less, never more, and what it names in vain is said', async () => {
  const { lead } = await prepare();
  const helper = await lead.delegate(NO_HARM);
  await expect(helper.delegate(undefined as never)).rejects.toThrow('A helper needs a delegation');
  const wide = await helper.delegate({ allowedTools: ['notes', 'git'], effectRestrictions: {} });
  expect(wide.notes).toStrictEqual(['"git" is not delegated: the lead agent does not have it.']);
  expect(listed(wide)).toStrictEqual(listed(helper));
  expect(await told(wide, 'notes_drop')).toContain('is not delegated');
  const narrow = await wide.delegate({ deniedCommands: ['notes say', 'notes drop'] });
  expect(listed(narrow)).toStrictEqual(['notes_wait', 'notes_tag', 'notes_count']);
  expect(listed(await narrow.delegate({ allowedTools: [] }))).toStrictEqual([]);
  await expect(lead.delegate(JSON.parse('{"effectRestrictions":{"destructive":true}}'))).rejects.toThrow(
    AtipValidationError,
  );
  await expect(lead.delegate({ deniedCommands: ['notes dorp'] })).rejects.toThrow('has no command of notes');
});

test.each(['tools', 'policy', 'delegation', 'configuration', 'cwd', 'provider'])(
  'a helper cannot be given other %s than its lead has',
  async (name) => {
    const { lead } = await prepare();
    const own: object = { [name]: name === 'tools' ? { notes: notes({ destructive: false }) } : {} };
    await expect(lead.delegate(NO_HARM, own)).rejects.toThrow(
      `A helper has the setting "${name}" of its lead. Its own are confirm, extra, compile, onError, signal.`,
    );
  },
);

test('a question that the lead was asked is no way for its helper', async () => {
  const { lead, cwd } = await prepare();
  const helper = await lead.delegate(NO_HARM);
  const { pending } = await lead.answer(calling(['c', 'notes_drop', { text: '2' }]));
  if (!pending) throw new Error('The lead was not asked.');
  const { messages } = await helper.resume(pending, true);
  expect([messages.at(-1)?.content, existsSync(join(cwd, 'dropped2'))]).toStrictEqual([DENIED, false]);
  // The answer was used, as one answer counts once.
  expect((await lead.resume(pending, true)).repeated).toBe(true);
  expect(existsSync(join(cwd, 'dropped2'))).toBe(false);
});

test('the outputs of the lead are not read by its helper', async () => {
  const { lead } = await prepare();
  const helper = await lead.delegate(NO_HARM);
  await told(lead, 'notes_say', { text: 'of the lead' });
  expect(await told(helper, 'notes_count', { stdin_from: 1 })).toContain('There is no output 1.');
  expect(await told(lead, 'notes_count', { stdin_from: 1 })).not.toContain('There is no output 1.');
});

test('a helper has none of the tools of its host, and ends with its lead', async () => {
  const execute = () => 'done';
  const { lead } = await prepare({ extra: { publish: { description: 'Publishes', execute } } });
  const helper = await lead.delegate(NO_HARM);
  expect([listed(lead).includes('publish'), listed(helper).includes('publish')]).toStrictEqual([true, false]);
  expect(await told(helper, 'publish')).toContain('No tool has a command called "publish"');
  await lead.close();
  expect(await told(helper, 'notes_say', { text: 'a' })).toContain(
    'The run was stopped before its process was started',
  );
  await expect(lead.delegate(NO_HARM)).rejects.toThrow('These tools were closed.');
});

test('the setting of the whole is a delegation too, beside those of policy and configuration', async () => {
  const { lead } = await prepare({ delegation: { deniedCommands: ['notes wait'] } });
  expect(listed(lead)).toStrictEqual(['notes_say', 'notes_drop', 'notes_tag', 'notes_count']);
  expect(await told(lead, 'notes_wait')).toContain(
    'the delegation (setting "delegation") denies "notes wait" (deniedCommands).',
  );
});
