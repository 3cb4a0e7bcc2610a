import {
  type AtipTool,
  diffTools,
  type Range,
  type SemverVerdict,
  type ToolChange,
  type ToolDiff,
  type FlatCommand,
  flattenCommands,
  type Parameter,
} from '@atip/core';
import { asRecord, getOwn } from '@atip/core/internal';
import { createPointerLocator } from '../../document/json-place.ts';
import { readSubject } from '../../worker/subject.ts';
import { type ProviderChange, providerChanges } from './provider-changes.ts';
import { joinPointer, parametersOf, trustSourceOf } from '@atip/core/internal';
import { structuredPatch } from 'diff';

export interface CompareQuestion {
  readonly before: string;
  readonly after: string;
}

interface ComparedSide extends Omit<ChangeSide, 'pointer'> {
  readonly range?: Range;
}

export interface ComparedChange extends Pick<ToolChange, 'kind' | 'code' | 'message'> {
  /** Where, in words, such as `"git push"`. */
  readonly place: string;
  readonly before: ComparedSide;
  readonly after: ComparedSide;
}

export interface Comparison extends Pick<ToolDiff, 'before' | 'after'> {
  readonly ok: true;
  readonly verdict: SemverVerdict;
  readonly step: VersionStep;
  readonly changes: readonly ComparedChange[];
  readonly providers: readonly ProviderChange[];
}

type CompareAnswer =
  | Comparison
  /** `side` cannot be read; `message` says why. */
  | { readonly ok: false; readonly side: 'before' | 'after'; readonly message: string };

/** Finds the differences in meaning, the version step they ask for, and the changes in each provider's tools. */
export function answerCompare({ before, after }: CompareQuestion): CompareAnswer {
  const was = readWhole(before);
  if (!was.ok) return { ok: false, side: 'before', message: was.message };
  const is = readWhole(after);
  if (!is.ok) return { ok: false, side: 'after', message: is.message };
  const diff = diffTools(was.whole, is.whole);
  const [beforeOf, afterOf] = [locatedSides(before, was.whole), locatedSides(after, is.whole)];
  return {
    ok: true,
    before: diff.before,
    after: diff.after,
    verdict: diff.verdict,
    step: versionStep(diff.before.version, diff.after.version, diff.verdict),
    changes: diff.changes.map((change) => ({
      kind: change.kind,
      code: change.code,
      message: change.message,
      place: [diff.after.name, ...(change.path ?? [])].join(' '),
      before: beforeOf(change),
      after: afterOf(change),
    })),
    providers: providerChanges(before, after),
  };
}

/** A command that an error takes out would be compared as one that was removed. */
function readWhole(text: string): ReturnType<typeof readSubject> {
  const read = readSubject({ text });
  return read.ok && read.fault !== undefined ? { ok: false, message: read.fault } : read;
}

function locatedSides(text: string, tool: AtipTool): (change: ToolChange) => ComparedSide {
  const locator = createPointerLocator(text);
  const sideOf = sideReader(tool);
  return (change) => {
    const { words, pointer } = sideOf(change);
    const range = locator?.markOf(pointer);
    return { ...(words !== undefined && { words }), ...(range && { range }) };
  };
}

interface ChangeSide {
  /** The value in a few words, such as `"enum, optional"`; absent where there was none. */
  readonly words?: string;
  /** JSON Pointer of the place; of something missing, where it would be. */
  readonly pointer: string;
}

/** Prepares a tool for questions about what a change found on its side. */
function sideReader(tool: AtipTool): (change: ToolChange) => ChangeSide {
  const commands = new Map(flattenCommands(tool).map((command) => [JSON.stringify(command.path), command]));
  return (change) => {
    if (change.path === undefined) {
      return change.code === 'trust-changed'
        ? { words: trustSourceOf(tool), pointer: '/trust' }
        : { words: tool.description, pointer: '/description' };
    }
    const command = commands.get(JSON.stringify(change.path));
    if (command === undefined) return { pointer: joinPointer('', ...change.path.flatMap((key) => ['commands', key])) };
    if (change.code === 'effect-raised' || change.code === 'effect-lowered') return effectSide(change, command);
    if (change.name !== undefined) return parameterSide(change, command);
    const field = change.code === 'command-added' || change.code === 'command-removed' ? '' : '/description';
    return { words: command.metadata.description, pointer: command.pointer + field };
  };
}

/** Core names the parameter that an effect comes with at the start of its sentence. */
function effectSide({ name = '', message }: ToolChange, command: FlatCommand): ChangeSide {
  const cause = parametersOf(command).find(({ source }) => message.startsWith(`When ${source.name} is given, `));
  if (cause !== undefined) {
    const words = effectWord(cause.source['x-effects'], name);
    return { words, pointer: `${pointerOf(cause, command)}/x-effects` };
  }
  // Only the other side has the parameter, so nothing is added here.
  if (message.startsWith('When ')) return { words: 'not stated', pointer: command.pointer };
  const pointer = `${command.pointer}/effects/${name.replaceAll('.', '/')}`;
  return { words: effectWord(command.effects, name), pointer };
}

function effectWord(effects: unknown, name: string): string {
  let value = effects;
  for (const key of name.split('.')) {
    value = getOwn(asRecord(value), key);
  }
  if (value === undefined) return 'not stated';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

const FIELDS: Readonly<Partial<Record<ToolChange['code'], string>>> = {
  'type-changed': '/type',
  'parameter-optional': '/required',
  'choices-narrowed': '/enum',
  'choices-widened': '/enum',
  'flags-changed': '/flags',
  'default-changed': '/default',
  'description-changed': '/description',
};

function parameterSide({ name, code }: ToolChange, command: FlatCommand): ChangeSide {
  const parameter = parametersOf(command).find(({ source }) => source.name === name);
  if (parameter === undefined) return { pointer: command.pointer };
  return { words: parameterWords(parameter, code), pointer: pointerOf(parameter, command) + (FIELDS[code] ?? '') };
}

function parameterWords({ source, required, kind }: Parameter, code: ToolChange['code']): string {
  switch (code) {
    case 'choices-narrowed':
    case 'choices-widened':
      return source.enum === undefined ? 'any value' : source.enum.map(String).join(', ');
    case 'type-changed':
      return source.type;
    case 'flags-changed':
      return kind === 'option' ? source.flags.join(', ') : 'by its place';
    case 'default-changed':
      return source.default === undefined ? 'none' : JSON.stringify(source.default);
    case 'description-changed':
      return source.description;
    default:
      return `${kind}, ${source.type}, ${required ? 'required' : 'optional'}`;
  }
}

function pointerOf({ global, pointer }: Parameter, command: FlatCommand): string {
  return global ? pointer : command.pointer + pointer;
}

interface LinesQuestion {
  readonly before: string;
  readonly after: string;
}

interface Hunk {
  /** Number of its first line in either text, from 1. */
  readonly before: number;
  readonly after: number;
  /** Each begins with `-`, `+` or a space. */
  readonly lines: readonly string[];
}

interface LinesAnswer {
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

/** Two texts as hunks of lines, after the unified format. */
export function answerCompareLines({ before, after }: LinesQuestion): LinesAnswer {
  const { hunks } = structuredPatch('', '', before, after, undefined, undefined, { context: 3 });
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return {
    hunks: hunks.map((hunk) => ({
      before: hunk.oldStart,
      after: hunk.newStart,
      // "\ No newline at end of file" is a remark of the format.
      lines: hunk.lines.filter((line) => !line.startsWith('\\')),
    })),
    added: count('+'),
    removed: count('-'),
  };
}

interface VersionStep {
  /** Step between the two versions. `unreadable`: one of them is no semantic version. */
  readonly stated: SemverVerdict | 'backwards' | 'unreadable';
  /** The first version that the changes would allow. Absent: no readable version to start from. */
  readonly needed?: string;
  /** The stated step is at least as large as the changes ask for. */
  readonly isEnough: boolean;
}

type Numbers = readonly [major: number, minor: number, patch: number];

const STEPS: readonly SemverVerdict[] = ['none', 'patch', 'minor', 'major'];

/** Compares `"1.2.0"` and `"1.2.1"` with what the changes ask for. Below 1.0.0 a breaking change asks for a new minor version. */
export function versionStep(before: string, after: string, verdict: SemverVerdict): VersionStep {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  if (was === undefined) return { stated: 'unreadable', isEnough: false };
  const needed = nextOf(was, verdict).join('.');
  if (is === undefined) return { stated: 'unreadable', needed, isEnough: false };
  const stated = stepOf(was, is);
  if (stated === 'backwards') return { stated, needed, isEnough: false };
  const wanted = was[0] === 0 && verdict === 'major' ? 'minor' : verdict;
  return { stated, needed, isEnough: STEPS.indexOf(stated) >= STEPS.indexOf(wanted) };
}

function numbersOf(version: string): Numbers | undefined {
  const found = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(version.trim());
  return found === null ? undefined : [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}

function stepOf(was: Numbers, is: Numbers): SemverVerdict | 'backwards' {
  const at = was.findIndex((number, index) => number !== is[index]);
  if (at < 0) return 'none';
  if ((is[at] ?? 0) < (was[at] ?? 0)) return 'backwards';
  return at === 0 ? 'major' : at === 1 ? 'minor' : 'patch';
}

function nextOf([major, minor, patch]: Numbers, verdict: SemverVerdict): Numbers {
  if (verdict === 'none') return [major, minor, patch];
  if (verdict === 'patch') return [major, minor, patch + 1];
  return verdict === 'minor' || major === 0 ? [major, minor + 1, 0] : [major + 1, 0, 0];
}
