import { parameterUses } from '../commands/actions.ts';
import { actionTexts } from '../commands/describe-command.ts';
import { type CompiledParameter, isPlainPreset, isRaised, warningOf } from '../commands/parameter-shape.ts';
import { sourcePointer } from '../commands/parameters.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import { type AnyFlag, type CreatesFlag, OUR_FLAGS, SAFETY_FLAGS, safetyFlags } from '../effects/safety-flags.ts';
import { isRecord } from '../json/is-record.ts';
import { joinPointer, pointerTokens, valueAt } from '../json/pointer.ts';
import type { ProviderForm } from '../providers/provider.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';

/** A statement of effects: its field, the path within it, and a test for the values that count. */
interface Statement {
  readonly field: keyof AtipEffects;
  readonly part?: string | undefined;
  readonly counts: (value: unknown) => boolean;
}

const is = (wanted: boolean, field: keyof AtipEffects, part?: string): Statement => ({
  field,
  part,
  counts: (value) => value === wanted,
});
const stated = (field: keyof AtipEffects): readonly Statement[] => [
  { field, counts: (value) => typeof value === 'boolean' },
];
const filled = (field: keyof AtipEffects): Statement => ({
  field,
  counts: (value) => Array.isArray(value) && value.length > 0,
});

const READ_ONLY: readonly Statement[] = [
  { field: 'network', counts: (value) => value === false },
  { field: 'filesystem', part: 'write', counts: (value) => value === false },
];

let causes: Readonly<Record<Exclude<AnyFlag, CreatesFlag>, readonly Statement[]>> | undefined;

/** The statements that cause a flag. @see ATIP 0.3 §8.2 rule 1 */
function causesOf(flag: AnyFlag): readonly Statement[] {
  causes ??= {
    [SAFETY_FLAGS.DESTRUCTIVE]: [is(true, 'destructive')],
    [SAFETY_FLAGS.NOT_REVERSIBLE]: [is(false, 'reversible')],
    [SAFETY_FLAGS.NOT_IDEMPOTENT]: [is(false, 'idempotent')],
    [SAFETY_FLAGS.BILLABLE]: [is(true, 'cost', 'billable')],
    [SAFETY_FLAGS.READ_ONLY]: READ_ONLY,
    [OUR_FLAGS.MOSTLY_READ_ONLY]: READ_ONLY,
    [OUR_FLAGS.RUNS]: [{ field: 'x-runs', counts: (value) => value === 'call' }],
    [OUR_FLAGS.ENDS]: [{ field: 'x-ends', counts: (value) => value === 'processes' }],
    [OUR_FLAGS.SENDS]: [{ field: 'x-sends', counts: (value) => value === 'given' }],
    [OUR_FLAGS.DELETES_FILES]: [is(true, 'filesystem', 'delete')],
    [OUR_FLAGS.WRITES_FILES]: [is(true, 'filesystem', 'write')],
    [OUR_FLAGS.NETWORK]: [is(true, 'network')],
  };
  return isCreates(flag) ? [filled('creates')] : causes[flag];
}

function isCreates(flag: AnyFlag): flag is CreatesFlag {
  return flag.startsWith('CREATES: ');
}

interface Level {
  readonly pointer: string;
  readonly effects: AtipEffects | undefined;
}

/** The fields of a parameter by which it changes the effects of its command. */
const EFFECT_FIELDS = ['x-effects', 'x-mode', 'x-values'] as const;

type Note = (place: string, sources: readonly string[]) => void;

/**
 * Maps places of compiled tools to the places in the documents that made them. A place without an entry has the sources
 * of the nearest place above it.
 *
 * @param tools as they were written, one for each draft
 */
export function provenanceOf(
  drafts: readonly ToolDraft[],
  tools: readonly unknown[],
  form: Pick<ProviderForm, 'places' | 'keys'>,
  settings: CompileSettings,
): Record<string, readonly string[]> {
  const found: Record<string, readonly string[]> = {};
  const note: Note = (place, sources) => {
    found[place] = sources;
  };
  const { names, description, schemas, hints } = form.places;
  const groups: Groups = new Map();
  const schemaTokens = schemas.map((below) => [below, pointerTokens(below)] as const);
  const hintTokens = hints === undefined ? [] : pointerTokens(hints);
  for (const [index, draft] of drafts.entries()) {
    const place = `/${index}`;
    note(place, [draft.pointer]);
    const name = nameSources(draft, groups);
    for (const below of names) note(place + below, name);
    note(place + description, descriptionSources(draft, settings.examples === true, groups));
    if (hints !== undefined) noteHints(note, place + hints, draft, valueAt(tools[index], hintTokens), groups);
    if (draft.parameters.length === 0) continue;
    for (const [below, tokens] of schemaTokens) {
      const schema = valueAt(tools[index], tokens);
      if (isRecord(schema)) noteSchema(note, place + below, draft, schema, form.keys);
    }
  }
  return found;
}

/** The keys that lead to the command or group, nearest first, and the tool's name. */
function nameSources({ pointer, tool }: Pick<ToolDraft, 'pointer' | 'tool'>, groups: Groups): string[] {
  if (pointer === '') return ['/name'];
  const sources = [pointer];
  for (const level of levelsFrom(tool, groupAbove(pointer), groups)) sources.push(level.pointer || '/name');
  return sources;
}

function groupAbove(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/commands/')));
}

function descriptionSources(draft: ToolDraft, examples: boolean, groups: Groups): readonly string[] {
  const { group, commands } = draft;
  const texts = commands.flatMap((command) => textSources(command, examples, groups));
  if (group === undefined) return texts;
  const about = actionTexts(group, examples).about;
  return about.text === '' ? texts : [about.pointer, ...texts];
}

/**
 * The sources of a command's text: its description or, if empty, its command line; its examples; the statements behind
 * its flags.
 */
function textSources(command: FlatCommand, examples: boolean, groups: Groups): string[] {
  const { pointer, metadata, effects } = command;
  const given: unknown = metadata.description;
  const isSaid = typeof given === 'string' && given.trim() !== '';
  const sources = isSaid ? [`${pointer}/description`] : nameSources(command, groups);
  if (examples && Array.isArray(metadata.examples) && metadata.examples.length > 0) sources.push(`${pointer}/examples`);
  const flags = safetyFlags(effects, isRaised(metadata));
  if (flags.length === 0) return sources;
  const levels = levelsOf(command, groups);
  for (const flag of flags) sources.push(...statementsAt(levels, causesOf(flag)));
  return sources;
}

/** The sources of MCP's hints; a hint that no level states is the worst case and belongs to the command. */
function noteHints(note: Note, place: string, draft: ToolDraft, hints: unknown, groups: Groups): void {
  const levels = draft.commands.flatMap((command) => levelsOf(command, groups));
  const added = draft.parameters.flatMap((compiled) =>
    usesOf(compiled, draft).flatMap(([pointer, { source }]) =>
      EFFECT_FIELDS.flatMap((field) => (source[field] === undefined ? [] : [`${pointer}/${field}`])),
    ),
  );
  for (const [hint, value] of Object.entries(isRecord(hints) ? hints : {})) {
    const sources = [...statementsAt(levels, hintStatements(hint, value, levels)), ...added];
    note(`${place}/${hint}`, sources.length > 0 ? sources : [draft.pointer]);
  }
}

function hintStatements(hint: string, value: unknown, levels: readonly Level[]): readonly Statement[] {
  if (hint === 'idempotentHint') return stated('idempotent');
  if (hint === 'openWorldHint') return stated('network');
  const own = stated('destructive');
  // Read-only commands are not destructive, even without a statement.
  if (hint === 'destructiveHint') return value === true || statementsAt(levels, own).length > 0 ? own : READ_ONLY;
  if (value === true) return READ_ONLY;
  return [
    ...[is(true, 'network'), is(true, 'filesystem', 'write'), is(true, 'filesystem', 'delete')],
    ...[is(true, 'destructive'), is(false, 'reversible'), is(true, 'cost', 'billable')],
    ...[filled('creates'), filled('modifies'), filled('deletes')],
  ];
}

/** The levels from a group, or the tool, upwards, by tool and pointer: most commands share theirs. */
type Groups = Map<AtipTool, Map<string, readonly Level[]>>;

/** The levels whose statements apply to a command: itself, the groups above it, the tool. */
function levelsOf({ pointer, metadata, tool }: FlatCommand, groups: Groups): readonly Level[] {
  return [{ pointer, effects: metadata.effects }, ...levelsFrom(tool, groupAbove(pointer), groups)];
}

function levelsFrom(tool: AtipTool, pointer: string, groups: Groups): readonly Level[] {
  const known = groups.get(tool) ?? new Map<string, readonly Level[]>();
  groups.set(tool, known);
  const before = known.get(pointer);
  if (before) return before;
  const node = pointer === '' ? tool : valueAt(tool, pointerTokens(pointer));
  // The walk that listed the commands has checked the effects of every level.
  const effects = isRecord(node) ? (node['effects'] as AtipEffects | undefined) : undefined;
  const levels = [{ pointer, effects }, ...(pointer === '' ? [] : levelsFrom(tool, groupAbove(pointer), groups))];
  known.set(pointer, levels);
  return levels;
}

function statementsAt(levels: readonly Level[], statements: readonly Statement[]): string[] {
  const sources: string[] = [];
  for (const { field, part, counts } of statements) {
    for (const { pointer, effects } of levels) {
      const value: unknown = effects?.[field];
      const found = part === undefined ? value : isRecord(value) ? value[part] : undefined;
      if (found === undefined || !counts(found)) continue;
      const source = part === undefined ? `${pointer}/effects/${field}` : `${pointer}/effects/${field}/${part}`;
      // The commands of a group have levels in common.
      if (!sources.includes(source)) sources.push(source);
    }
  }
  return sources;
}

function noteSchema(
  note: Note,
  place: string,
  draft: ToolDraft,
  { properties, required }: Readonly<Record<string, unknown>>,
  keys: ProviderForm['keys'],
): void {
  const all = isRecord(properties) ? properties : {};
  const order = new Map((Array.isArray(required) ? required : []).map((key: unknown, index) => [key, index]));
  for (const compiled of draft.parameters) {
    const key = compiled.parameter[keys];
    const at = joinPointer(`${place}/properties`, key);
    const uses = usesOf(compiled, draft);
    if (uses.length === 0) noteAction(note, at, draft);
    else noteProperty(note, at, uses, all[key]);
    const listed = order.get(key);
    if (listed === undefined) continue;
    const asked = uses.flatMap(([pointer, { source }]) =>
      source.required === undefined ? [pointer] : [pointer, `${pointer}/required`],
    );
    note(`${place}/required/${listed}`, uses.length === 0 ? [draft.pointer] : asked);
  }
}

/** A parameter that a property sets, with its pointer in the document. */
type Use = readonly [pointer: string, parameter: CompiledParameter['parameter']];

/** Empty for `action`, which sets no parameter. */
function usesOf(compiled: CompiledParameter, { group, pointer }: ToolDraft): readonly Use[] {
  if (group === undefined) {
    const { parameter } = compiled;
    return [[sourcePointer(parameter, pointer), parameter]];
  }
  return parameterUses(group, compiled);
}

/** `action`: each value is the key of a command. */
function noteAction(note: Note, place: string, { pointer, commands }: ToolDraft): void {
  note(place, [pointer]);
  for (const [index, command] of commands.entries()) note(`${place}/enum/${index}`, [command.pointer]);
}

/** A property has the description of its first parameter. */
function noteProperty(note: Note, place: string, uses: readonly Use[], property: unknown): void {
  const [first] = uses;
  if (first === undefined || !isRecord(property)) return;
  const [pointer, { source }] = first;
  const pointers = uses.map(([one]) => one);
  note(place, uses.length === 1 ? [pointer, `${pointer}/name`] : pointers);
  const { type, description, default: preset, required } = source;
  const prose: unknown = description;
  const told = [`${pointer}/${typeof prose === 'string' && prose !== '' ? 'description' : 'name'}`];
  if (type === 'file' || type === 'directory' || type === 'url') told.push(`${pointer}/type`);
  if (isPlainPreset(preset)) told.push(`${pointer}/default`);
  if (warningOf(source) !== '')
    told.push(...EFFECT_FIELDS.filter((field) => source[field] !== undefined).map((field) => `${pointer}/${field}`));
  note(`${place}/description`, [...told, ...pointers.slice(1)]);
  const optional = [required === undefined ? pointer : `${pointer}/required`];
  const { items, type: written } = property;
  const typed = [
    `${pointer}/type`,
    ...(Array.isArray(source.enum) && source.enum.length > 0 ? [`${pointer}/enum`] : []),
  ];
  const isVariadic = 'variadic' in source && source.variadic === true;
  note(`${place}/type`, isRecord(items) && isVariadic ? [`${pointer}/variadic`] : typed);
  if (Array.isArray(written)) note(`${place}/type/1`, optional);
  if (isRecord(items)) note(`${place}/items`, typed);
  const values = isRecord(items) ? items['enum'] : property['enum'];
  if (!Array.isArray(values)) return;
  const at = isRecord(items) ? `${place}/items/enum` : `${place}/enum`;
  note(at, [`${pointer}/enum`]);
  const declared = (Array.isArray(source.enum) ? source.enum : []).map(String);
  for (const [index, value] of values.entries()) {
    const found = declared.indexOf(String(value));
    note(`${at}/${index}`, found < 0 ? optional : [`${pointer}/enum/${found}`]);
  }
}
