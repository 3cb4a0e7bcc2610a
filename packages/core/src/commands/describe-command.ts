import { nameWords } from './name-command.ts';
import { safetySuffix } from '../effects/safety-flags.ts';
import { modelText } from '../json/hidden-characters.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { pointerTokens, valueAt } from '../json/pointer.ts';
import type { FlatCommand } from '../types/tool.ts';
import type { ActionGroup } from './actions.ts';
import { isRaised } from './parameter-shape.ts';

type Described = Pick<FlatCommand, 'metadata' | 'tool' | 'path'>;

/** A command's description, or the command line where it is empty: some providers refuse an empty description. */
export function proseOf({ metadata, tool, path }: Described): string {
  const given: unknown = metadata.description;
  const prose = typeof given === 'string' ? modelText(given) : '';
  return prose.trim() === '' ? nameWords(tool, path).join(' ') : prose;
}

/** A command's examples as a sentence after its description; empty without examples. */
export function examplesOf({ metadata: { examples } }: Pick<Described, 'metadata'>): string {
  const lines = Array.isArray(examples) ? examples.filter((line) => typeof line === 'string' && line !== '') : [];
  return lines.length === 0 ? '' : modelText(` Examples: ${lines.join('; ')}`);
}

/** Joins prose and suffix within a limit; only the prose is cut. */
export function withSuffix(prose: string, suffix: string, limit: number): string {
  const room = suffix === '' ? limit : limit - suffix.length - 1;
  const text = prose.length > room ? `${cut(prose, room - 3)}...` : prose;
  return suffix === '' ? text : `${text} ${suffix}`;
}

/** Cuts without leaving half of a surrogate pair, which no provider accepts. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

interface ActionText {
  /** JSON Pointer of the description, or of the group or command that has none. */
  readonly pointer: string;
  readonly text: string;
}

/**
 * The texts about a group: its own description, if any, as a sentence, then each action with its own flags.
 *
 * Shape: `gh pr` → `[{ text: "Manage pull requests." }, { text: "create: Create a pull request [⚠️ NOT IDEMPOTENT]"
 * }]`.
 *
 * @see ATIP 0.3 §8.2 rules 1 and 3
 */
export function actionTexts(group: ActionGroup, examples: boolean): { about: ActionText; actions: ActionText[] } {
  const actions = [...group.actions].map(([label, command]) => {
    const prose = `${modelText(label)}: ${proseOf(command)}${examples ? examplesOf(command) : ''}`;
    const text = withSuffix(prose, safetySuffix(command.effects, isRaised(command.metadata)), Number.POSITIVE_INFINITY);
    return { pointer: sourceOf(command.pointer, command.metadata.description), text };
  });
  return { about: aboutGroup(group), actions };
}

function aboutGroup({ tool, pointer }: ActionGroup): ActionText {
  const node = valueAt(tool, pointerTokens(pointer));
  const given = isRecord(node) ? getOwn(node, 'description') : undefined;
  const prose = typeof given === 'string' ? modelText(given).trim() : '';
  const text = prose === '' || /[.!?]$/.test(prose) ? prose : `${prose}.`;
  return { pointer: sourceOf(pointer, given), text: text && `${text} ` };
}

function sourceOf(pointer: string, description: unknown): string {
  return description === undefined ? pointer : `${pointer}/description`;
}
