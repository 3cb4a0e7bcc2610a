import { nameWords } from '../commands/name-command.ts';
import { type ActionGroup, parameterUses } from '../commands/actions.ts';
import { actionTexts } from '../commands/describe-command.ts';
import { type CompiledParameter, isPlainPreset, isSent, shapeOf, warningOf } from '../commands/parameter-shape.ts';
import { parametersOf, sourcePointer } from '../commands/parameters.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { mergeEffects } from '../effects/merge-effects.ts';
import { createdBy, isReadOnly } from '../effects/safety-flags.ts';
import { isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import type { ProviderForm } from '../providers/provider.ts';
import { words } from '../providers/provider-schema-rules.ts';
import type { CompileSettings, NameSeparator } from '../types/provider.ts';
import type { AtipCommand, AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';

/**
 * Reports every loss of a draft's commands, field by field.
 *
 * @see ATIP 0.3 §8.2, §8.3
 */
export function draftLosses(
  report: ReportLoss,
  draft: ToolDraft,
  form: Pick<ProviderForm, 'keys' | 'places' | 'maxDescription' | 'hasTextEnums'>,
  settings: CompileSettings,
): void {
  nameLoss(report, draft, settings.separator);
  const hasHints = form.places.hints !== undefined;
  for (const command of draft.commands) commandLosses(report, command, hasHints, settings.examples === true);
  if (draft.isCut) cutLosses(report, draft, settings.examples === true, form.maxDescription);
  const textEnums = form.hasTextEnums?.(settings) === true;
  for (const compiled of draft.parameters) {
    const key = compiled.parameter[form.keys];
    if (draft.group === undefined)
      parameterLosses(report, compiled, sourcePointer(compiled.parameter, draft.pointer), key, textEnums);
    else sharedLosses(report, draft.group, compiled, key, textEnums);
  }
}

function cutLosses(report: ReportLoss, draft: ToolDraft, examples: boolean, limit = 0): void {
  const { group, description, pointer } = draft;
  if (group === undefined) {
    report('truncated', `${pointer}/description`, `It is cut to ${limit} characters; the flags are whole.`);
    return;
  }
  const { about, actions } = actionTexts(group, examples);
  for (const { pointer: source, text } of [about, ...actions])
    if (!description.includes(text))
      report(
        'truncated',
        source,
        `Its description is cut, with those of its neighbours, to ${limit} characters; the flags are whole.`,
      );
}

/** Fields of a command that compiling uses, or that only affect how a command line is written. */
const USED_OF_COMMAND = /* @__PURE__ */ words(
  'description arguments options commands effects x-value-style x-end-of-options x-old-flags x-syntax x-arguments-first',
);

/**
 * Reports the losses of a command's own fields, except parameters and name.
 *
 * @param hints whether the provider has fields for effects
 * @param examples whether examples are sent
 */
function commandLosses(
  report: ReportLoss,
  { pointer, metadata, effects }: Pick<FlatCommand, 'pointer' | 'metadata' | 'effects'>,
  hints: boolean,
  examples: boolean,
): void {
  for (const field of Object.keys(metadata)) {
    if (USED_OF_COMMAND.has(field)) continue;
    if (field !== 'examples') report('not-sent', joinPointer(pointer, field), `"${field}" is kept by the host.`);
    else if (examples) report('in-text', `${pointer}/examples`, 'The examples are told in the description.');
    else report('not-sent', `${pointer}/examples`, 'The examples are not sent; the setting `examples` sends them.');
  }
  effectLosses(report, metadata.effects, pointer, { readOnly: isReadOnly(effects), hints, merged: effects });
  if (!hints) return;
  const names = isReadOnly(effects) ? (['idempotent'] as const) : (['destructive', 'idempotent', 'network'] as const);
  const unknown = names.filter((name) => effects[name] === undefined);
  if (unknown.length > 0)
    report('assumed', pointer, `${unknown.join(', ')}: not stated, so the annotations say the worst.`);
}

/** Reports a name that differs from the words joined by `_`. */
function nameLoss(report: ReportLoss, { name, tool, path, pointer }: ToolDraft, separator: NameSeparator = '_'): void {
  if (name !== nameWords(tool, path).join(separator))
    report('renamed', pointer, `It is called "${name}", for a name that is portable and unique.`);
}

/** Fields that compiling uses, that identify the document, or that only a host needs. */
const USED_OF_LEVEL = /* @__PURE__ */ words(
  'atip name commands effects globalOptions partial filter totalCommands includedCommands omitted x-value-style x-end-of-options x-omitted-commands x-json-input x-mcp x-own-names x-reads x-caches x-credentials',
);

/**
 * Reports the losses outside a tool's commands: its own fields, its groups, and global options that are not sent.
 *
 * @param hints whether the provider has fields for effects
 * @param told pointers of the groups whose descriptions are sent
 * @param refused pointers of commands and groups that cannot be compiled
 */
export function toolLosses(
  report: ReportLoss,
  tool: AtipTool,
  hints: boolean,
  globalOptions: CompileSettings['globalOptions'] = 'required',
  told: ReadonlySet<string>,
  refused: ReadonlySet<string>,
): void {
  fieldLosses(report, tool, '', told);
  const isEmpty = Object.keys(tool.commands ?? {}).length === 0;
  const merged = mergeEffects(tool.effects, undefined);
  effectLosses(report, tool.effects, '', { readOnly: readOnlyOf(tool), hints, merged });
  for (const parameter of parametersOf({ metadata: { description: '' }, tool })) {
    if (isEmpty || !isSent(parameter, globalOptions))
      report('not-sent', parameter.pointer, `The global option "${parameter.source.name}" is not sent.`);
  }
  groupLosses(report, tool.commands ?? {}, '/commands', { hints, told, refused, above: merged });
}

interface GroupWalk {
  readonly hints: boolean;
  readonly told: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  readonly above: AtipEffects;
}

/** No deeper than `listCommands`, which has walked this tree; it skips refused nodes. */
function groupLosses(
  report: ReportLoss,
  commands: Readonly<Record<string, AtipCommand>>,
  pointer: string,
  { above, ...walk }: GroupWalk,
): void {
  const { hints, told, refused } = walk;
  for (const [key, node] of Object.entries(commands)) {
    if (node.commands === undefined || Object.keys(node.commands).length === 0) continue;
    const at = joinPointer(pointer, key);
    if (refused.has(at)) continue;
    fieldLosses(report, node, at, told);
    const merged = mergeEffects(above, node.effects);
    effectLosses(report, node.effects, at, { readOnly: readOnlyOf(node), hints, merged });
    groupLosses(report, node.commands, `${at}/commands`, { ...walk, above: merged });
  }
}

function fieldLosses(
  report: ReportLoss,
  node: AtipTool | AtipCommand,
  pointer: string,
  told: ReadonlySet<string>,
): void {
  for (const field of Object.keys(node)) {
    if (USED_OF_LEVEL.has(field) || (field === 'description' && told.has(pointer))) continue;
    const at = joinPointer(pointer, field);
    if (field !== 'arguments' && field !== 'options') report('not-sent', at, `"${field}" is kept by the host.`);
    else if (isFilled(Reflect.get(node, field)))
      report('unreachable', at, `These ${field} are a group's, and no command takes them.`);
  }
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function readOnlyOf({ effects }: AtipTool | AtipCommand): boolean {
  return effects !== undefined && isReadOnly(effects);
}

/** The values that become safety flags. */
const FLAGGED: Readonly<Record<string, unknown>> = {
  destructive: true,
  reversible: false,
  idempotent: false,
  'cost/billable': true,
  'filesystem/delete': true,
  'filesystem/write': true,
  network: true,
  'x-runs': 'call',
  'x-sends': 'given',
};
/** The statements that contribute to the READ-ONLY flag. */
const READ_ONLY: readonly string[] = ['network', 'filesystem/write'];

const HINTED: readonly string[] = ['network', 'idempotent', 'destructive'];

/**
 * Reports each effect of a level: a flag in descriptions, or not sent at all.
 *
 * @param told `readOnly` true where the level's commands are flagged so; `hints` where the provider has fields for
 * `destructive`, `idempotent` and `network`; `merged` the level's effects and those above it
 * @see ATIP 0.3 §8.3
 */
function effectLosses(
  report: ReportLoss,
  effects: AtipEffects | undefined,
  pointer: string,
  { readOnly, hints, merged }: { readonly readOnly: boolean; readonly hints: boolean; readonly merged: AtipEffects },
): void {
  const lose = (name: string, value: unknown): void => {
    const at = `${pointer}/effects/${name}`;
    const isTold = FLAGGED[name] === value || (readOnly && READ_ONLY.includes(name));
    if (isTold) report('in-text', at, `"${name}" is told by a flag in the description.`);
    else report('not-sent', at, `"${name}" is kept by the host.`);
  };
  for (const [name, value] of Object.entries(effects ?? {})) {
    if (name === 'x-why') continue;
    if (name === 'creates') createsLoss(report, `${pointer}/effects/creates`, value, createdBy(merged));
    else if (isRecord(value)) for (const [inner, stated] of Object.entries(value)) lose(`${name}/${inner}`, stated);
    else if (value !== undefined && !(hints && HINTED.includes(name))) lose(name, value);
  }
}

function createsLoss(report: ReportLoss, pointer: string, value: unknown, told: readonly unknown[]): void {
  const names: readonly unknown[] = Array.isArray(value) ? value : [];
  const left = names.filter((name) => !told.includes(name)).length;
  if (left === 0) report('in-text', pointer, '"creates" is told by a flag in the description.');
  else report('value-dropped', pointer, `${left} of the names are left out: more than a flag holds, or not plain.`);
}

/** Explained at `Loss`. */
type LossCode =
  | 'not-sent'
  | 'in-text'
  | 'renamed'
  | 'truncated'
  | 'value-dropped'
  | 'as-text'
  | 'shadowed'
  | 'shared'
  | 'relaxed'
  | 'unreachable'
  | 'assumed';

/** @param pointer JSON Pointer into the tool's document */
export type ReportLoss = (code: LossCode, pointer: string, message: string) => void;

/** Fields that compiling uses, or that only affect how the value is written on a command line. */
const USED = /* @__PURE__ */ words(
  'name type description required variadic enum default flags x-value-style x-count x-list-separator x-effects x-mode x-values x-optional-value x-number-flag x-until x-rest x-command x-dash x-words x-behind x-choice',
);

/**
 * Reports the losses of one argument or option.
 *
 * @param pointer of the argument or option in the tool's document
 * @param key the property it became
 * @param textEnums true where the provider knows only enums of non-empty strings
 * @see ATIP 0.3 §8.2 rule 4, §8.3
 */
function parameterLosses(
  report: ReportLoss,
  { parameter, shape }: CompiledParameter,
  pointer: string,
  key: string,
  textEnums: boolean,
): void {
  const { source } = parameter;
  const { name, type, default: preset } = source;
  if (key !== name) report('renamed', `${pointer}/name`, `${JSON.stringify(name)} is called "${key}".`);
  if (type === 'file' || type === 'directory' || type === 'url')
    report('in-text', `${pointer}/type`, `"${type}" is a string, and the description says which.`);
  if (preset !== undefined) {
    if (isPlainPreset(preset)) report('in-text', `${pointer}/default`, 'The default is told in the description.');
    else report('not-sent', `${pointer}/default`, 'The default is not sent.');
  }
  const declared: unknown = source.enum;
  if (Array.isArray(declared)) enumLosses(report, declared, shape.enum ?? [], `${pointer}/enum`, textEnums);
  else if (declared !== undefined)
    report('not-sent', `${pointer}/enum`, 'It is no list of values, so it restricts nothing.');
  const isWarned = warningOf(source) !== '';
  for (const field of ['x-effects', 'x-mode', 'x-values'] as const) {
    if (source[field] === undefined) continue;
    if (isWarned) report('in-text', `${pointer}/${field}`, 'Its description warns of what it adds.');
    else report('not-sent', `${pointer}/${field}`, 'The effects of giving it are kept by the host.');
  }
  for (const field of Object.keys(source))
    if (!USED.has(field)) report('not-sent', joinPointer(pointer, field), `"${field}" is kept by the host.`);
}

function enumLosses(
  report: ReportLoss,
  declared: readonly unknown[],
  shown: readonly (string | number)[],
  pointer: string,
  textEnums: boolean,
): void {
  const kept = textEnums ? shown.filter((value) => value !== '') : shown;
  if (kept.length < declared.length)
    report(
      'value-dropped',
      pointer,
      `${declared.length - kept.length} of the values are left out: empty or there twice.`,
    );
  const asText = textEnums || typeof shown[0] === 'string';
  if (asText && declared.some((value) => typeof value === 'number'))
    report('as-text', pointer, 'The numbers are sent as strings, and turned back when called.');
}

/** Reports the losses of the parameters that share one property; it has the description of the first. */
function sharedLosses(
  report: ReportLoss,
  group: ActionGroup,
  compiled: CompiledParameter,
  key: string,
  textEnums: boolean,
): void {
  let told: string | undefined;
  for (const [source, parameter] of parameterUses(group, compiled)) {
    const shape = shapeOf(parameter);
    told ??= shape.description;
    parameterLosses(report, { parameter, shape }, source, key, textEnums);
    if (told !== shape.description)
      report('shared', source, `One property "${key}" serves several actions, and has the description of the first.`);
    if (parameter.required && !compiled.parameter.required)
      report('relaxed', source, 'It is required, but not by every action: that is checked when it is called.');
  }
}
