import { expect, test } from 'vitest';
import { ArgumentValidationError, UnknownCommandError } from '../errors/execute-errors.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/parameter.ts';
import { actionGroups } from './action-groups.ts';
import { actionParameters } from './action-parameters.ts';
import { draftActions } from './draft-actions.ts';
import { resolveAction } from './resolve-action.ts';

const option = (name: string, type: AtipOption['type'] = 'string', required = false): AtipOption => ({
  name,
  flags: [`--${name}`],
  type,
  required,
  description: name.toUpperCase(),
});
const TOOL = toolWith({
  '': { description: 'Itself' },
  pr: {
    description: 'Pull requests',
    commands: {
      '': { description: 'Overview', options: [option('all', 'boolean')] },
      create: {
        description: 'Create one',
        options: [option('title', 'string', true), option('action'), option('base-ref')],
        effects: { destructive: false, filesystem: { write: false }, network: false },
      },
      edit: {
        description: 'Edit one',
        options: [option('title', 'integer', true), option('edit_title')],
        effects: { destructive: true },
      },
    },
  },
});
const call = (name: string, args: Record<string, unknown>) => ({ id: 'c1', name, arguments: args });

test('commands are gathered by their level, the group itself with its siblings', () => {
  expect(actionGroups(TOOL).map(({ name, pointer, actions }) => [name, pointer, [...actions.keys()]])).toStrictEqual([
    ['tool', '', ['tool', 'pr']],
    ['tool_pr', '/commands/pr', ['create', 'edit']],
  ]);
});

test('an action tool says what each action does, and the worst of all at the end', () => {
  const [, group] = actionGroups(TOOL);
  expect(group && draftActions(group).description).toBe(
    'Pull requests. Actions: create: Create one [🔒 READ-ONLY]; edit: Edit one [⚠️ DESTRUCTIVE] [⚠️ DESTRUCTIVE]',
  );
  expect(group && draftActions(group, 'required', 60).description).toMatch(
    /^Pull requests\. Act.*\.\.\. \[⚠️ DESTRUCTIVE\]$/,
  );
});

test('one key and shape are shared, another shape gets its own key, `action` is nobody else’s', () => {
  const [, group] = actionGroups(TOOL);
  const properties = group ? actionParameters(group) : [];
  expect(properties.map(({ parameter, shape, uses }) => [parameter.key, shape.type, [...uses.keys()]])).toStrictEqual([
    ['title', 'string', ['create']],
    ['action_option', 'string', ['create']],
    ['base-ref', 'string', ['create']],
    ['edit_title', 'integer', ['edit']],
    ['edit_edit_title', 'string', ['edit']],
  ]);
  expect(properties[0]?.shape.description).toBe('(create) TITLE');
  expect(new Set(properties.map(({ parameter }) => parameter.key)).size).toBe(5);
});

test.each<[Record<string, unknown>, string, Record<string, unknown>]>([
  [{ action: 'create', title: 'T', action_option: 'A' }, 'tool_pr_create', { title: 'T', action: 'A' }],
  [{ action: 'create', base_ref: 'main' }, 'tool_pr_create', { 'base-ref': 'main' }],
  [{ action: 'create', title: null }, 'tool_pr_create', { title: null }],
  [{ action: 'edit', title: 'of create' }, 'tool_pr_edit', { 'action.title': 'of create' }],
  [{ action: 'edit', bogus: 1 }, 'tool_pr_edit', { bogus: 1 }],
])('%j is %s with %j', (args, name, expected) => {
  expect(resolveAction(call('tool_pr', args), [TOOL])).toStrictEqual({ id: 'c1', name, arguments: expected });
});

test('what the model leaves out or invents is refused', () => {
  expect(() => resolveAction(call('tool_pr', {}), [TOOL])).toThrow(ArgumentValidationError);
  expect(() => resolveAction(call('tool_pr', { action: 'constructor' }), [TOOL])).toThrow(
    '"action" must be one of create, edit.',
  );
  expect(() => resolveAction(call('tool_prx', { action: 'create' }), [TOOL])).toThrow(UnknownCommandError);
});
