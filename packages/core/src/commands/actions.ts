import { parentPointer } from '../json/pointer.ts';
import type { CompileSettings, NameSeparator } from '../types/provider.ts';
import type { AtipArgument, AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';
import { eitherEffects } from '../effects/merge-effects.ts';
import { nameWords, settleNames, shortHash } from './name-command.ts';
import { type CompiledParameter, compiledParameters, isSent, type ParameterShape } from './parameter-shape.ts';
import { giveKeys, type Keyed, type Parameter, sourcePointer } from './parameters.ts';

/** The commands that one action tool covers: those of one level. */
export interface ActionGroup {
  readonly name: string;
  readonly tool: AtipTool;
  readonly path: readonly string[];
  /** JSON Pointer of the group; `""` is the tool itself. */
  readonly pointer: string;
  /** By the value of `action` that chooses each: the last word of its path. */
  readonly actions: ReadonlyMap<string, FlatCommand>;
  /** The worst effects that any of the actions may have. */
  readonly effects: AtipEffects;
}

/**
 * Collects a tool's commands by group. Groups are in the order of their first command.
 *
 * Shape: `gh pr create`, `gh pr list`, `gh browse` → `[gh_pr: create, list]`, `[gh: browse]`.
 *
 * @throws AtipValidationError when two groups have one name even with a hash
 * @see ATIP 0.3 §8.2 rule 3, strategy B
 */
export function actionGroups(
  tool: AtipTool,
  commands: readonly FlatCommand[],
  separator?: NameSeparator,
): ActionGroup[] {
  const members = new Map<string, [FlatCommand, ...FlatCommand[]]>();
  for (const command of commands) {
    const key = JSON.stringify(command.path.slice(0, -1));
    const group = members.get(key);
    if (group) group.push(command);
    else members.set(key, [command]);
  }
  return settleNames(
    [...members.values()].map((own) => groupOf(tool, own)),
    separator,
  );
}

function groupOf(tool: AtipTool, commands: readonly [FlatCommand, ...FlatCommand[]]): ActionGroup {
  const [first] = commands;
  const path = first.path.slice(0, -1);
  return {
    name: nameWords(tool, path).join('_'),
    tool,
    path,
    pointer: groupPointer(first),
    actions: labelActions(commands),
    effects: commands.map(({ effects }) => effects).reduce((worst, effects) => eitherEffects(worst, effects)),
  };
}

/** The command of a runnable group is one level deeper in the document than in its path. */
function groupPointer({ pointer, path }: FlatCommand): string {
  const levels = pointer.endsWith('/') && path.length > 0 ? 4 : 2;
  let at = pointer;
  for (let level = 0; level < levels; level++) at = parentPointer(at);
  return at;
}

function labelActions(commands: readonly FlatCommand[]): ReadonlyMap<string, FlatCommand> {
  const actions = new Map<string, FlatCommand>();
  const taken = new Set(commands.map(({ path }) => path.at(-1)));
  for (const command of commands) {
    const own = command.path.at(-1);
    // The tool's own command has no word in the path.
    const label = own ?? (taken.has(command.tool.name) ? `run_${shortHash(command.name)}` : command.tool.name);
    actions.set(label, command);
  }
  return actions;
}

/** One property of an action tool: the parameter that it sets, by action. */
interface ActionParameter extends CompiledParameter {
  readonly uses: ReadonlyMap<string, Parameter>;
}

/** A property before it has its keys; `uses` is by action. */
interface Shared {
  readonly name: string;
  readonly first: Parameter;
  readonly shape: ParameterShape;
  readonly uses: Map<string, Parameter>;
}

/**
 * All properties of an action tool besides `action`: parameters of one key and one shape are shared among the actions
 * that have them, others of the same key get their action's name as a prefix. A property is required if every action
 * requires it.
 *
 * Shape: `create` and `edit` with `title` → `[{ key: "title", shape: { description: "(create, edit) Title" }, uses }]`.
 *
 * @see ATIP 0.3 §8.2 rule 3, strategy B
 */
export function actionParameters(group: ActionGroup): readonly ActionParameter[] {
  const parameters = PARAMETERS.get(group) ?? shareParameters(group);
  PARAMETERS.set(group, parameters);
  return parameters;
}

/** Several stages and every call read these; neither a group nor its properties change. */
const PARAMETERS = new WeakMap<ActionGroup, readonly ActionParameter[]>();

function shareParameters({ actions }: ActionGroup): ActionParameter[] {
  const shared = new Map<string, Shared>();
  for (const [label, command] of actions) {
    for (const { parameter, shape } of compiledParameters(command, 'all')) {
      const { key, pointer } = parameter;
      const last = `${label}_${key}_${shortHash(command.pointer + pointer)}`;
      const first = { ...parameter, pointer: sourcePointer(parameter, command.pointer) };
      const name =
        [key, `${label}_${key}`].find((candidate) => fits(shared.get(candidate), parameter, shape, label)) ?? last;
      const entry = shared.get(name) ?? { name, first, shape, uses: new Map() };
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
 * The properties of an action tool that are sent to models. A global option counts as required where its actions
 * require it, even if other actions have their own option of that name and use another key.
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

/** True if a property is free, or sets the same parameter for other actions only. */
function fits(
  known: Shared | undefined,
  { global }: Parameter,
  { type, itemType, enum: values }: ParameterShape,
  label: string,
): boolean {
  if (!known) return true;
  const { first, shape, uses } = known;
  // A global option may not be sent; sharing its property would lose the command's own option too.
  const isSame = first.global === global && shape.type === type && shape.itemType === itemType;
  return isSame && JSON.stringify(shape.enum) === JSON.stringify(values) && !uses.has(label);
}

/** Most actions named in a property's description; of the rest only the number is given. */
const MAX_NAMED = 6;

function usersOf(uses: ReadonlyMap<string, Parameter>, actions: ReadonlyMap<string, FlatCommand>): string {
  if (uses.size === actions.size) return '';
  const labels = [...uses.keys()];
  return labels.length > MAX_NAMED ? `(${labels.length} of ${actions.size} actions) ` : `(${labels.join(', ')}) `;
}

/** The parameters that a property sets, each once with its pointer in the document; empty for `action` itself. */
export function parameterUses(
  { actions }: ActionGroup,
  compiled: CompiledParameter | ActionParameter,
): readonly (readonly [pointer: string, parameter: Parameter])[] {
  const found = new Map<string, Parameter>();
  for (const [label, parameter] of 'uses' in compiled ? compiled.uses : [])
    found.set(sourcePointer(parameter, actions.get(label)?.pointer ?? ''), parameter);
  return [...found];
}
