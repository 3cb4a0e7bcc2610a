import { buildCommandArray } from '../../../packages/core/src/argv/build-command-array.ts';
import { mapToCommand } from '../../../packages/core/src/commands/map-to-command.ts';
import { ArgumentValidationError } from '../../../packages/core/src/errors/execute-errors.ts';
import { formatResult } from '../../../packages/core/src/execute/format-result.ts';
import { inferEffects } from '../../../packages/importers/src/effects/infer-effects.ts';
import { readJson } from '../../../packages/core/src/json/read-json.ts';
import { checkPolicy } from '../../../packages/core/src/policy/check-policy.ts';
import type { AtipCommand, AtipTool } from '../../../packages/core/src/types/tool.ts';

const tool = (commands: Record<string, AtipCommand>): AtipTool => ({
  ...{ atip: { version: '0.4' }, name: 'demo', version: '1.0', description: 'A tool', trust: { source: 'native' } },
  commands,
});

function decide(commands: Record<string, AtipCommand>, name: string, args: Record<string, unknown>): string {
  const call = { id: '1', name, arguments: args };
  return checkPolicy(call, mapToCommand(name, [tool(commands)]), { allowDestructive: false }).decision;
}

function argv(commands: Record<string, AtipCommand>, name: string, args: Record<string, unknown>): string {
  try {
    return buildCommandArray(mapToCommand(name, [tool(commands)]), args).join(' ');
  } catch (error) {
    if (error instanceof ArgumentValidationError) return 'refused';
    throw error;
  }
}

const SHOW: AtipCommand = {
  description: 'Shows',
  arguments: [{ name: 'what', type: 'string', description: 'What', required: true }],
};

/** A command that says nothing of its effects, under a policy that lets nothing be destroyed unasked. */
export const silence = (): string => decide({ go: { description: 'Goes' } }, 'demo_go', {});

/** A harmless command with the one option that destroys. */
export function destructiveOption(): string {
  const branch: AtipCommand = {
    description: 'Lists branches',
    effects: { destructive: false, network: false, filesystem: { write: false } },
    options: [{ name: 'delete', type: 'boolean', description: 'D', flags: ['-D'], 'x-effects': { destructive: true } }],
  };
  return decide({ branch }, 'demo_branch', { delete: true });
}

/** A value that is an option to the program. */
export const optionAsValue = (): string => argv({ show: SHOW }, 'demo_show', { what: '--output=/etc/passwd' });

/** A value that vi and others take for a command of theirs. */
export const plusAsValue = (): string => argv({ show: SHOW }, 'demo_show', { what: '+:!id' });

/** A value that is the name of another command. */
export function commandAsValue(): string {
  const stash = { description: 'Stashes', commands: { '': SHOW, drop: { description: 'Drops' } } };
  return argv({ stash }, 'demo_stash', { what: 'drop' });
}

/** A key that would become the prototype of what is read. */
export function prototypeKey(): string {
  const value = readJson('{"__proto__": {"isAdmin": true}}').root?.value;
  return typeof value === 'object' && value !== null && Reflect.get(value, 'isAdmin') === true ? 'polluted' : 'a name';
}

/** A token in what a program writes. */
export function secretInOutput(): string {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const { content } = formatResult({
    ...{ toolCallId: '1', toolName: 'demo_go', command: ['demo'], success: true, exitCode: 0 },
    ...{ stdout: `token ${secret}\n`, stderr: '', duration: 1, timedOut: false, truncated: false },
  });
  return content.includes(secret) ? 'the secret' : 'no secret';
}

/** A command whose name is harmless and whose description is not. */
export function harmlessName(): string {
  const { effects } = inferEffects({ path: ['demo', 'list'], description: 'Deletes all queues' });
  return `destructive: ${effects.destructive}`;
}
