import {
  type AtipTool,
  diffTools,
  type FlatCommand,
  flattenCommands,
  type Parameter,
  type SemverVerdict,
  type ToolChange,
} from '@atip/core';
import { asRecord, getOwn, joinPointer, parametersOf, trustSourceOf } from '@atip/core/internal';
import { createPointerLocator } from '../../document/json-place.ts';
import { readSubject } from '../../worker/subject.ts';

export interface CompareQuestion {
  readonly before: string;
  readonly after: string;
}

export type Comparison = Extract<ReturnType<typeof answerCompare>, { ok: true }>;
export type ComparedChange = Comparison['changes'][number];

export function answerCompare({ before, after }: CompareQuestion) {
  const was = readWhole(before);
  if (!was.ok) return { ok: false, side: 'before', message: was.message } as const;
  const is = readWhole(after);
  if (!is.ok) return { ok: false, side: 'after', message: is.message } as const;
  const diff = diffTools(was.whole, is.whole);
  const [beforeOf, afterOf] = [sideReader(before, was.whole), sideReader(after, is.whole)];
  return {
    ok: true as const,
    ...diff,
    step: versionStep(diff.before.version, diff.after.version, diff.verdict),
    changes: diff.changes.map((change) => ({
      ...change,
      // In words, such as "git push".
      place: [diff.after.name, ...(change.path ?? [])].join(' '),
      before: beforeOf(change),
      after: afterOf(change),
    })),
  };
}

/** A command taken out for an error would look like a removed one. */
function readWhole(text: string): ReturnType<typeof readSubject> {
  const read = readSubject({ text });
  return read.ok && read.fault !== undefined ? { ok: false, message: read.fault } : read;
}

function sideReader(text: string, tool: AtipTool) {
  const locator = createPointerLocator(text);
  const commands = new Map(flattenCommands(tool).map((command) => [JSON.stringify(command.path), command]));
  return (change: ToolChange) => {
    const { words, pointer } = sideOf(change, tool, commands.get(JSON.stringify(change.path)));
    return { words, range: locator?.markOf(pointer) };
  };
}

interface ChangeSide {
  /** The value in a few words, such as `"enum, optional"`. Absent: there is no value. */
  readonly words?: string;
  /** JSON Pointer of the place; for a missing part, of its expected place. */
  readonly pointer: string;
}

function sideOf(change: ToolChange, tool: AtipTool, command: FlatCommand | undefined): ChangeSide {
  const { path, code, name } = change;
  if (path === undefined && code === 'trust-changed') return { words: trustSourceOf(tool), pointer: '/trust' };
  if (path === undefined) return { words: tool.description, pointer: '/description' };
  if (command === undefined) return { pointer: joinPointer('', ...path.flatMap((key) => ['commands', key])) };
  if (code === 'effect-raised' || code === 'effect-lowered') return effectSide(change, command);
  if (name !== undefined) return parameterSide(change, command);
  const field = code === 'command-added' || code === 'command-removed' ? '' : '/description';
  return { words: command.metadata.description, pointer: command.pointer + field };
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
  const value = name.split('.').reduce((above, key) => getOwn(asRecord(above), key), effects);
  if (value === undefined) return 'not stated';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

type Aspect = readonly [field: string, words: (parameter: Parameter) => string];

/** The part of a parameter that changed; other changes show all of it. */
const ASPECTS: Readonly<Partial<Record<ToolChange['code'], Aspect>>> = {
  'type-changed': ['/type', ({ source }) => source.type],
  'parameter-optional': ['/required', summary],
  'choices-narrowed': ['/enum', choices],
  'choices-widened': ['/enum', choices],
  'flags-changed': ['/flags', ({ source, kind }) => (kind === 'option' ? source.flags.join(', ') : 'by its place')],
  'default-changed': ['/default', ({ source: { default: is } }) => (is === undefined ? 'none' : JSON.stringify(is))],
  'description-changed': ['/description', ({ source }) => source.description],
};

function choices({ source }: Parameter): string {
  return source.enum?.map(String).join(', ') ?? 'any value';
}

function summary({ source, required, kind }: Parameter): string {
  return `${kind}, ${source.type}, ${required ? 'required' : 'optional'}`;
}

function parameterSide({ name, code }: ToolChange, command: FlatCommand): ChangeSide {
  const parameter = parametersOf(command).find(({ source }) => source.name === name);
  if (parameter === undefined) return { pointer: command.pointer };
  const [field, words] = ASPECTS[code] ?? ['', summary];
  return { words: words(parameter), pointer: pointerOf(parameter, command) + field };
}

function pointerOf({ global, pointer }: Parameter, command: FlatCommand): string {
  return global ? pointer : command.pointer + pointer;
}

interface VersionStep {
  /** Step between the two versions. `unreadable`: one of them is no semantic version. */
  readonly stated: SemverVerdict | 'backwards' | 'unreadable';
  /** The first version that the changes would allow. Absent: no readable version to start from. */
  readonly needed?: string;
  /** The stated step is at least as large as the changes require. */
  readonly isEnough: boolean;
}

const STEPS: readonly SemverVerdict[] = ['none', 'patch', 'minor', 'major'];

/** Compares `"1.2.0"` and `"1.2.1"` with the required step. Below 1.0.0 a breaking change requires a new minor version. */
export function versionStep(before: string, after: string, verdict: SemverVerdict): VersionStep {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  if (was === undefined) return { stated: 'unreadable', isEnough: false };
  const [major = 0, minor = 0, patch = 0] = was;
  const wanted = major === 0 && verdict === 'major' ? 'minor' : verdict;
  const needed = {
    none: `${major}.${minor}.${patch}`,
    patch: `${major}.${minor}.${patch + 1}`,
    minor: `${major}.${minor + 1}.0`,
    major: `${major + 1}.0.0`,
  }[wanted];
  if (is === undefined) return { stated: 'unreadable', needed, isEnough: false };
  const at = was.findIndex((number, index) => number !== is[index]);
  if ((is[at] ?? 0) < (was[at] ?? 0)) return { stated: 'backwards', needed, isEnough: false };
  const stated = (['major', 'minor', 'patch'] as const)[at] ?? 'none';
  return { stated, needed, isEnough: STEPS.indexOf(stated) >= STEPS.indexOf(wanted) };
}

/** Major, minor and patch; `undefined` for anything else. */
function numbersOf(version: string): readonly number[] | undefined {
  const found = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:[-+].*)?$/.exec(version.trim());
  return found?.slice(1).map((digits = '0') => Number(digits));
}
