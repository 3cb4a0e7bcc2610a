/** The effects of one command as a form: stated by itself, stated by a level above, and guessed from its words. */
import type { AtipCommand, AtipEffects, AtipTool } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { type JsonSource, pointerTokens, valueAt } from '@atip/core/internal';
import { inferEffects } from '@atip/importers';
import { applyEdits } from '../document/issues.ts';
import { COMMAND, exactPlace, pointersAt, removeBelow, setBelow } from '../document/json-place.ts';
import { asksFor } from '../document/risks.ts';
import { parsedDocument } from '../worker/subject.ts';

const FIELDS = [
  { field: 'destructive', label: 'Destroys data', risk: 'destroys' },
  { field: 'reversible', label: 'Can be undone', risk: 'no-undo' },
  { field: 'filesystem.delete', label: 'Deletes files', risk: 'deletes' },
  { field: 'filesystem.write', label: 'Writes files', risk: 'writes' },
  { field: 'filesystem.read', label: 'Reads files', risk: 'reads' },
  { field: 'network', label: 'Uses the network', risk: 'network' },
  { field: 'cost.billable', label: 'Costs money', risk: 'costs' },
  { field: 'idempotent', label: 'Same when run twice', risk: 'not-twice' },
  { field: 'interactive', label: 'Asks for input', risk: 'asks' },
] as const;

/** @param question.at offset inside the command */
export function answerEffects({ text, at }: { readonly text: string; readonly at: number }) {
  const { tool, source } = parsedDocument(text);
  const levels = tool && source ? levelsAt(tool, source, at) : [];
  const own = levels.at(-1);
  if (own === undefined) return { ok: false, message: 'The form appears when this command has no error.' } as const;
  const above = levels.slice(0, -1);
  const inherited = mergeEffects(...above.map(({ effects }) => effects));
  const path = levels.map(({ name }) => name).filter((name) => name !== '');
  const isGroup = above.length === 0 || Object.keys(own.node?.commands ?? {}).length > 0;
  const guess = isGroup ? undefined : inferEffects({ ...own.node, path, stated: inherited });
  const rows = FIELDS.map((row) => {
    const inheritedValue = stated(inherited, row.field);
    const ownValue = stated(own.effects, row.field);
    const from = above.findLast(({ effects }) => stated(effects, row.field) === inheritedValue)?.name ?? '';
    const guessed = stated(guess?.effects ?? {}, row.field);
    const { reason = 'its words' } = guess?.evidence.find(({ field }) => field.startsWith(row.field)) ?? {};
    const isNews = guessed !== undefined && (ownValue ?? inheritedValue) === undefined;
    return { ...row, own: ownValue, above: inheritedValue, from, guess: isNews && { value: guessed, reason } };
  });
  return { ok: true, pointer: own.pointer, name: path.join(' '), isGroup, rows } as const;
}

function stated(effects: AtipEffects, field: string): boolean | undefined {
  const value = field === 'interactive' ? asksFor(effects) : valueAt(effects, field.split('.'));
  return typeof value === 'boolean' ? value : undefined;
}

/** The tool, the groups and the command around an offset, the innermost last; none where one of them was left out. */
function levelsAt(tool: AtipTool, source: JsonSource, offset: number) {
  const levels = ['', ...pointersAt(source, offset).filter((pointer) => COMMAND.test(pointer))].map((pointer) => {
    const tokens = pointerTokens(pointer);
    // Core has read the document, so what stands there has this form.
    const node = valueAt(tool, tokens) as AtipTool | AtipCommand | undefined;
    return { pointer, name: tokens.at(-1) ?? tool.name, node, effects: node?.effects ?? {} };
  });
  return levels.every(({ node }) => node !== undefined) ? levels : [];
}

interface EffectChange {
  readonly text: string;
  readonly pointer: string;
  readonly field: string;
  /** Absent: not stated. */
  readonly value?: boolean | undefined;
}

/** `interactive` of a command that asks, and of one that never does. */
const ASKING = { prompts: true };
const SILENT = { stdin: 'none', prompts: false, tty: false };

/** The document after a change; the same text where the change is not possible. */
export function answerSetEffect({ text, pointer, field, value }: EffectChange): string {
  const { source } = parsedDocument(text);
  const node = source && exactPlace(source, pointer)?.node;
  if (source === undefined || node === undefined) return text;
  const path = ['effects', ...field.split('.')];
  if (value === undefined) return applyEdits(text, removeBelow(source, node, path));
  const written = field !== 'interactive' ? value : value ? ASKING : SILENT;
  return applyEdits(text, setBelow(source, node, path, written));
}
