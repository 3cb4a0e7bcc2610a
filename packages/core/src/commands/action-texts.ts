import { safetySuffix } from '../effects/safety-flags.ts';
import { safetyStatements } from '../effects/safety-statements.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { parsePointer } from '../json/pointer.ts';
import { valueAt } from '../json/value-at.ts';
import { toWellFormed } from '../json/well-formed.ts';
import type { ActionGroup } from './action-groups.ts';
import { examplesOf, proseOf, withSuffix } from './describe-command.ts';

/** One piece of a group's description. */
interface ActionText {
  /** JSON Pointer of the description it is, or of what has none: the group, or one of its commands. */
  readonly pointer: string;
  readonly text: string;
}

/**
 * What is told of a group: what it says of itself, if anything, as a sentence, then each action with its own flags.
 *
 * Shape: `gh pr` → `[{ text: "Manage pull requests." }, { text: "create: Create a pull request [⚠️ NOT IDEMPOTENT]" }]`.
 *
 * @see ATIP 0.3 §8.2 rules 1 and 3
 */
export function actionTexts(group: ActionGroup, examples: boolean): { about: ActionText; actions: ActionText[] } {
  const actions = [...group.actions].map(([label, command]) => {
    const prose = `${toWellFormed(label)}: ${proseOf(command)}${examples ? examplesOf(command) : ''}`;
    const text = withSuffix(prose, safetySuffix(safetyStatements(command.effects)), Number.POSITIVE_INFINITY);
    return { pointer: sourceOf(command.pointer, command.metadata.description), text };
  });
  return { about: aboutGroup(group), actions };
}

function aboutGroup({ tool, pointer }: ActionGroup): ActionText {
  const node = valueAt(tool, parsePointer(pointer));
  const given = isRecord(node) ? getOwn(node, 'description') : undefined;
  const prose = typeof given === 'string' ? toWellFormed(given.trim()) : '';
  const text = prose === '' || /[.!?]$/.test(prose) ? prose : `${prose}.`;
  return { pointer: sourceOf(pointer, given), text: text && `${text} ` };
}

function sourceOf(pointer: string, description: unknown): string {
  return description === undefined ? pointer : `${pointer}/description`;
}
