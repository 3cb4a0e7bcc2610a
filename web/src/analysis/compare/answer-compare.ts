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
import { createPointerLocator } from '../provenance/range-of-pointer.ts';
import { readSubject } from '../subject.ts';
import { type ProviderChange, providerChanges } from './provider-changes.ts';
import { type VersionStep, versionStep } from './version-step.ts';
import { joinPointer, parametersOf, trustSourceOf } from '@atip/core/internal';

export interface CompareQuestion {
  /** Texts of documents. */
  readonly before: string;
  readonly after: string;
}

export interface ComparedSide extends Omit<ChangeSide, 'pointer'> {
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

export type CompareAnswer =
  | Comparison
  /** `side` cannot be read; `message` says why. */
  | { readonly ok: false; readonly side: 'before' | 'after'; readonly message: string };

/** What differs between two documents in meaning, how large a step that is, and what providers make of it. */
export function answerCompare({ before, after }: CompareQuestion): CompareAnswer {
  const was = readSubject({ text: before });
  if (!was.ok) return { ok: false, side: 'before', message: was.message };
  const is = readSubject({ text: after });
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

function locatedSides(text: string, tool: AtipTool): (change: ToolChange) => ComparedSide {
  const locator = createPointerLocator(text);
  const sideOf = sideReader(tool);
  return (change) => {
    const { words, pointer } = sideOf(change);
    const range = locator?.markOf(pointer);
    return { ...(words !== undefined && { words }), ...(range && { range }) };
  };
}

/** One side of a change. */
interface ChangeSide {
  /** What stood there in a few words, such as `"enum, optional"`; absent where there was nothing. */
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
    value =
      typeof value === 'object' && value !== null ? Object.entries(value).find(([own]) => own === key)?.[1] : undefined;
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
