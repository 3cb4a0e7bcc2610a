import { actionTexts } from '../commands/describe-command.ts';
import { MAX_NAME_LENGTH } from '../commands/name-command.ts';
import { isSent } from '../commands/parameter-shape.ts';
import { parametersOf, sourcePointer } from '../commands/parameters.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { isReadOnly } from '../effects/safety-flags.ts';
import { isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import type { ProviderForm } from '../providers/provider.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { parameterLosses, type ReportLoss, sharedLosses } from './parameter-losses.ts';

/**
 * Reports what became of everything that a draft's commands say, name by name.
 *
 * @see ATIP 0.3 §8.2, §8.3
 */
export function draftLosses(
  report: ReportLoss,
  draft: ToolDraft,
  form: Pick<ProviderForm, 'keys' | 'places' | 'maxDescription' | 'hasTextEnums'>,
  settings: CompileSettings,
): void {
  nameLoss(report, draft);
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

/** Reports the texts that the limit took from a description; those it left are still there as they were. */
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

/** Fields of a command that compiling uses, or that only say how a command line is written. */
const USED_OF_COMMAND: ReadonlySet<string> = new Set([
  'description',
  'arguments',
  'options',
  'commands',
  'effects',
  'x-value-style',
  'x-end-of-options',
]);

/**
 * Reports what becomes of a command's own fields, parameters and name aside.
 *
 * @param hints whether the provider has fields for effects
 * @param examples whether examples are told
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
  effectLosses(report, metadata.effects, pointer, isReadOnly(effects), hints);
  if (!hints) return;
  const names = isReadOnly(effects) ? (['idempotent'] as const) : (['destructive', 'idempotent', 'network'] as const);
  const unknown = names.filter((name) => effects[name] === undefined);
  if (unknown.length > 0)
    report('assumed', pointer, `${unknown.join(', ')}: not stated, so the annotations say the worst.`);
}

/** Reports a name that is another than the words with `_` between them; the lengths tell, but for names as long as they may be. */
function nameLoss(report: ReportLoss, { name, tool, path, pointer }: ToolDraft): void {
  let length = tool.name.length;
  for (const word of path) length += word.length + 1;
  if (length !== name.length || (length === MAX_NAME_LENGTH && name !== [tool.name, ...path].join('_')))
    report('renamed', pointer, `It is called "${name}", for a name that is portable and unique.`);
}

/** Fields that compiling uses, that say what the document is, or how a command line is written. */
const USED_OF_LEVEL: ReadonlySet<string> = new Set([
  'atip',
  'name',
  'commands',
  'effects',
  'globalOptions',
  'partial',
  'filter',
  'totalCommands',
  'includedCommands',
  'omitted',
  'x-value-style',
  'x-end-of-options',
  'x-omitted-commands',
]);

/**
 * Reports what a tool says outside its commands: of itself, in its groups, and as global options that are not sent.
 *
 * @param hints whether the provider has fields for effects
 * @param told pointers of the groups whose descriptions are sent
 * @param refused pointers of what cannot be compiled
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
  effectLosses(report, tool.effects, '', readOnlyOf(tool), hints);
  for (const parameter of parametersOf({ metadata: { description: '' }, tool })) {
    if (isEmpty || !isSent(parameter, globalOptions))
      report('not-sent', parameter.pointer, `The global option "${parameter.source.name}" is not sent.`);
  }
  groupLosses(report, tool.commands ?? {}, '/commands', hints, told, refused);
}

/** No deeper than `listCommands`, which has been through this tree; what it refused is passed over. */
function groupLosses(
  report: ReportLoss,
  commands: Readonly<Record<string, AtipCommand>>,
  pointer: string,
  hints: boolean,
  told: ReadonlySet<string>,
  refused: ReadonlySet<string>,
): void {
  for (const [key, node] of Object.entries(commands)) {
    const at = joinPointer(pointer, key);
    if (refused.has(at) || node.commands === undefined || Object.keys(node.commands).length === 0) continue;
    fieldLosses(report, node, at, told);
    effectLosses(report, node.effects, at, readOnlyOf(node), hints);
    groupLosses(report, node.commands, `${at}/commands`, hints, told, refused);
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

/** What becomes of one statement; the texts are made once, since documents have thousands of statements. */
interface Fate {
  readonly pointer: string;
  /** The value that becomes a safety flag. Absent: none does. */
  readonly flagged?: boolean | undefined;
  /** Part of what the READ-ONLY flag says. */
  readonly readOnly: boolean;
  readonly inText: string;
  readonly notSent: string;
}

const FLAGGED: Readonly<Record<string, boolean>> = {
  destructive: true,
  reversible: false,
  idempotent: false,
  'cost/billable': true,
};
const READ_ONLY: readonly string[] = ['network', 'filesystem/write'];

const NETWORK = fateOf('network');
const SUBPROCESS = fateOf('subprocess');
const IDEMPOTENT = fateOf('idempotent');
const REVERSIBLE = fateOf('reversible');
const DESTRUCTIVE = fateOf('destructive');

/**
 * Reports what a level states about effects: as a flag in descriptions, or not sent at all.
 *
 * The statements that nearly every level makes are read by name; going through all fields takes several times longer, so that is
 * done only where there are others.
 *
 * @param readOnly whether the level's commands are flagged so
 * @param hints true where the provider has fields for `destructive`, `idempotent` and `network`
 * @see ATIP 0.3 §8.3
 */
function effectLosses(
  report: ReportLoss,
  effects: AtipEffects | undefined,
  pointer: string,
  readOnly: boolean,
  hints: boolean,
): void {
  if (effects === undefined) return;
  const { network, subprocess, idempotent, reversible, destructive } = effects;
  let known = 0;
  if (network !== undefined) known += lose(report, NETWORK, network, pointer, readOnly, hints);
  if (subprocess !== undefined) known += lose(report, SUBPROCESS, subprocess, pointer, false, false);
  if (idempotent !== undefined) known += lose(report, IDEMPOTENT, idempotent, pointer, false, hints);
  if (reversible !== undefined) known += lose(report, REVERSIBLE, reversible, pointer, false, false);
  if (destructive !== undefined) known += lose(report, DESTRUCTIVE, destructive, pointer, false, hints);
  if (Object.keys(effects).length > known) loseOthers(report, effects, pointer, readOnly);
}

const SEEN: readonly string[] = ['network', 'subprocess', 'idempotent', 'reversible', 'destructive'];

function loseOthers(report: ReportLoss, effects: AtipEffects, pointer: string, readOnly: boolean): void {
  for (const [name, value] of Object.entries(effects)) {
    if (SEEN.includes(name)) continue;
    if (!isRecord(value)) lose(report, fateOf(name), value, pointer, readOnly, false);
    else
      for (const [inner, stated] of Object.entries(value))
        lose(report, fateOf(`${name}/${inner}`), stated, pointer, readOnly, false);
  }
}

/** @returns 1, for counting */
function lose(
  report: ReportLoss,
  fate: Fate,
  value: unknown,
  pointer: string,
  readOnly: boolean,
  isHint: boolean,
): number {
  if (isHint) return 1;
  if (fate.flagged === value || (readOnly && fate.readOnly)) report('in-text', pointer + fate.pointer, fate.inText);
  else report('not-sent', pointer + fate.pointer, fate.notSent);
  return 1;
}

function fateOf(name: string): Fate {
  return {
    pointer: `/effects/${name}`,
    flagged: FLAGGED[name],
    readOnly: READ_ONLY.includes(name),
    inText: `"${name}" is told by a flag in the description.`,
    notSent: `"${name}" is kept by the host.`,
  };
}
