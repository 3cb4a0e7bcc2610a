import { checkCall } from '../execute/check-call.ts';
import type { RecordedDecision, RecordedOutcome } from '../replay/replay-decisions.ts';
import type { AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { toolWith } from './documents.ts';

const flag = (name: string, more: Partial<AtipOption> = {}): AtipOption => ({
  ...{ name, flags: [`--${name}`], type: 'boolean', description: name },
  ...more,
});
const SENDS: AtipEffects = {
  ...{ network: true, destructive: false, reversible: true, 'x-sends': 'given' },
  filesystem: { read: true, write: false, delete: false },
};
const FORCES = { destructive: true, 'x-kind': 'force' };

/** Commands for every reason to ask that rules treat differently. */
export const RECORDED: AtipTool = toolWith(
  {
    push: {
      description: 'Sends; options, and one kind of value, destroy',
      effects: SENDS,
      arguments: [
        { name: 'repository', type: 'string', description: 'Where', required: false },
        {
          ...{ name: 'refspec', type: 'string', description: 'What', required: false, variadic: true },
          'x-values': [{ match: ':*', effects: { destructive: true, 'x-kind': 'delete' } }],
        },
      ],
      options: [
        flag('force', { 'x-effects': FORCES }),
        flag('lease', { 'x-effects': FORCES }),
        flag('prune', { 'x-effects': { destructive: true } }),
        flag('tags'),
        flag('data', { type: 'string', 'x-effects': { 'x-sends': 'given' } }),
        flag('dry', { 'x-mode': { network: false, destructive: false, reversible: true } }),
      ],
    },
    wipe: {
      description: 'Destroys, unless it only tells or keeps',
      effects: { destructive: true, reversible: false, filesystem: { read: true, write: true, delete: true } },
      arguments: [{ name: 'what', type: 'file', description: 'What' }],
      options: [flag('all', { 'x-effects': { 'x-privilege': 'root', unless: ['keep'] } }), flag('keep'), flag('quiet')],
    },
    store: {
      description: 'Cannot be undone; destroys if it is wide, unless it keeps',
      effects: {
        ...{ network: false, destructive: false, reversible: false },
        filesystem: { read: true, write: true, delete: false },
      },
      arguments: [{ name: 'to', type: 'file', description: 'Where' }],
      options: [
        flag('wide', { 'x-effects': { destructive: true, unless: ['keep'] } }),
        flag('keep'),
        flag('note', { type: 'string' }),
        flag('tag', { type: 'string' }),
      ],
    },
    exec: {
      description: 'Runs what it is given',
      effects: { ...SENDS, 'x-sends': 'none', 'x-runs': 'call' },
      arguments: [{ name: 'code', type: 'string', description: 'Code' }],
      options: [flag('quiet')],
    },
    odd: {
      description: 'Says nothing of its effects',
      arguments: [{ name: 'text', type: 'string', description: 'Text', required: false }],
      options: [flag('quiet')],
    },
  } as NonNullable<AtipTool['commands']>,
  { name: 'git', trust: { source: 'vendor' } },
);

const DECIDED = { allowed: 'allow', refused: 'deny', yes: 'confirm', no: 'confirm', unanswered: 'confirm' } as const;

/** A call of `RECORDED` in the form of the record. */
export function recorded(command: string, args: Record<string, unknown>, was: RecordedOutcome): RecordedDecision {
  const { argv = [] } = checkCall({ id: '', name: `git_${command}`, arguments: args }, [RECORDED], { preset: 'open' });
  const entry = { tool: { name: 'git' }, command: [command], argv, decision: DECIDED[was] };
  return { ...entry, ...((was === 'yes' || was === 'no') && { approved: was === 'yes' }) };
}
