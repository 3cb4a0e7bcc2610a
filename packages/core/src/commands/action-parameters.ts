import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipArgument } from '../types/parameter.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { ActionGroup } from './action-groups.ts';
import { type CompiledParameter, compiledParameters, isSent } from './compiled-parameters.ts';
import { giveKeys, type Keyed } from './parameter-keys.ts';
import type { ParameterShape } from './parameter-shape.ts';
import { type Parameter, sourcePointer } from './parameters.ts';
import { shortHash } from './short-hash.ts';

/** One property of an action tool: the parameter it stands for, by action. */
export interface ActionParameter extends CompiledParameter {
  readonly uses: ReadonlyMap<string, Parameter>;
}

/** Actions named in a property's description; of more only the number is given. */
const MAX_NAMED = 6;

/** A property before it has its keys. */
interface Shared {
  readonly name: string;
  readonly first: Parameter;
  readonly shape: ParameterShape;
  readonly uses: Map<string, Parameter>;
}

/**
 * All properties of an action tool besides `action`: parameters of one key and one shape are shared among the actions that have
 * them, others of the same key get their action's name before it. Required is what every action requires.
 *
 * Shape: `create` and `edit` with `title` → `[{ key: "title", shape: { description: "(create, edit) Title" }, uses }]`.
 *
 * @see ATIP 0.3 §8.2 rule 3, strategy B
 */
export function actionParameters(group: ActionGroup): readonly ActionParameter[] {
  const known = PARAMETERS.get(group);
  if (known) return known;
  const parameters = shareParameters(group);
  PARAMETERS.set(group, parameters);
  return parameters;
}

/** A group is asked for its properties at several stages and at every call; neither it nor they change. */
const PARAMETERS = new WeakMap<ActionGroup, readonly ActionParameter[]>();

function shareParameters({ actions }: ActionGroup): ActionParameter[] {
  const shared = new Map<string, Shared>();
  for (const [label, command] of actions) {
    for (const { parameter, shape } of compiledParameters(command, 'all')) {
      const { key, pointer } = parameter;
      const last = `${label}_${key}_${shortHash(command.pointer + pointer)}`;
      const name =
        [key, `${label}_${key}`].find((candidate) => fits(shared.get(candidate), parameter, shape, label)) ?? last;
      const entry = shared.get(name) ?? { name, first: absolute(parameter, command), shape, uses: new Map() };
      entry.uses.set(label, parameter);
      shared.set(name, entry);
    }
  }
  const all = [...shared.values()];
  // `action` comes first here, so that no parameter of that name takes its key.
  const named = all.map(
    ({ name, first, uses }): Keyed => ({
      ...first,
      source: { ...first.source, name },
      key: '',
      narrowKey: '',
      required: [...actions.keys()].every((label) => uses.get(label)?.required === true),
    }),
  );
  giveKeys([{ ...CHOICE, key: '' }, ...named]);
  return all.map(({ first, shape, uses }, index) => {
    const { key = '', narrowKey = '', required = false } = named[index] ?? {};
    const description = `${usersOf(uses, actions)}${shape.description}`;
    return { parameter: { ...first, key, narrowKey, required }, shape: { ...shape, description }, uses };
  });
}

/**
 * Those of an action tool's properties that are sent to models. A global option counts as required where its actions require it,
 * even if others, with an option of that name themselves, know it by another key.
 */
export function sentActionParameters(
  group: ActionGroup,
  globalOptions: CompileSettings['globalOptions'] = 'required',
): ActionParameter[] {
  return actionParameters(group).filter(({ uses }) =>
    [...uses.values()].some((parameter) => isSent(parameter, globalOptions)),
  );
}

const ACTION: AtipArgument = { name: 'action', type: 'enum', description: 'Which of the actions to run' };
const CHOICE = {
  kind: 'argument' as const,
  source: ACTION,
  pointer: '',
  global: false,
  key: 'action',
  narrowKey: 'action',
  required: true,
};

/** The property by which a model chooses. */
export function actionChoice({ actions, pointer }: ActionGroup): CompiledParameter {
  return {
    parameter: { ...CHOICE, pointer },
    shape: { type: 'string', description: ACTION.description, enum: [...actions.keys()] },
  };
}

/** A parameter's pointer is relative to its command, which an action tool has several of. */
function absolute(parameter: Parameter, { pointer }: FlatCommand): Parameter {
  return { ...parameter, pointer: sourcePointer(parameter, pointer) };
}

/** Whether a property is free, or stands for the same with other actions only. */
function fits(
  known: Shared | undefined,
  { global }: Parameter,
  { type, itemType, enum: values }: ParameterShape,
  label: string,
): boolean {
  if (!known) return true;
  const { first, shape, uses } = known;
  // A global option may not be sent, and would take a command's own with it.
  const isSame = first.global === global && shape.type === type && shape.itemType === itemType;
  return isSame && JSON.stringify(shape.enum) === JSON.stringify(values) && !uses.has(label);
}

function usersOf(uses: ReadonlyMap<string, Parameter>, actions: ReadonlyMap<string, FlatCommand>): string {
  if (uses.size === actions.size) return '';
  const labels = [...uses.keys()];
  return labels.length > MAX_NAMED ? `(${labels.length} of ${actions.size} actions) ` : `(${labels.join(', ')}) `;
}
