import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipArgument } from '../types/parameter.ts';
import type { ActionGroup } from './action-groups.ts';
import { type CompiledParameter, compiledParameters } from './compiled-parameters.ts';
import { keysFor } from './parameter-keys.ts';
import type { ParameterShape } from './parameter-shape.ts';
import type { Parameter } from './parameters.ts';
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
export function actionParameters({ actions }: ActionGroup): ActionParameter[] {
  const shared = new Map<string, Shared>();
  for (const [label, command] of actions) {
    for (const { parameter, shape } of compiledParameters(command, 'all')) {
      const { key, pointer } = parameter;
      const last = `${label}_${key}_${shortHash(command.pointer + pointer)}`;
      const name = [key, `${label}_${key}`].find((candidate) => fits(shared.get(candidate), shape, label)) ?? last;
      const entry = shared.get(name) ?? { name, first: absolute(parameter, command), shape, uses: new Map() };
      entry.uses.set(label, parameter);
      shared.set(name, entry);
    }
  }
  const all = [...shared.values()];
  // `action` comes first here, so that no parameter of that name takes its key.
  const named = all.map(({ name, first }) => ({ ...first, source: { ...first.source, name } }));
  const keys = keysFor([{ kind: 'argument', source: ACTION, pointer: '', global: false }, ...named]).slice(1);
  return all.map(({ first, shape, uses }, index) => {
    const required = [...actions.keys()].every((label) => uses.get(label)?.required === true);
    const description = `${usersOf(uses, actions)}${shape.description}`;
    return { parameter: { ...first, ...keys[index], required }, shape: { ...shape, description }, uses };
  });
}

const ACTION: AtipArgument = { name: 'action', type: 'enum', description: 'Which of the actions to run' };

/** The property by which a model chooses. */
export function actionChoice({ actions, pointer }: ActionGroup): CompiledParameter {
  return {
    parameter: {
      kind: 'argument',
      source: ACTION,
      pointer,
      global: false,
      key: 'action',
      narrowKey: 'action',
      required: true,
    },
    shape: { type: 'string', description: ACTION.description, enum: [...actions.keys()] },
  };
}

/** A parameter's pointer is relative to its command, which an action tool has several of. */
function absolute(parameter: Parameter, { pointer }: FlatCommand): Parameter {
  return parameter.global ? parameter : { ...parameter, pointer: pointer + parameter.pointer };
}

/** Whether a property is free, or stands for the same with other actions only. */
function fits(known: Shared | undefined, { type, itemType, enum: values }: ParameterShape, label: string): boolean {
  if (!known) return true;
  const { shape, uses } = known;
  const isSame = shape.type === type && shape.itemType === itemType && String(shape.enum) === String(values);
  return isSame && !uses.has(label);
}

function usersOf(uses: ReadonlyMap<string, Parameter>, actions: ReadonlyMap<string, FlatCommand>): string {
  if (uses.size === actions.size) return '';
  const labels = [...uses.keys()];
  return labels.length > MAX_NAMED ? `(${labels.length} of ${actions.size} actions) ` : `(${labels.join(', ')}) `;
}
