import { type SafetyStatements, statesReadOnly } from '../effects/safety-statements.ts';
import { MAX_NAME_LENGTH } from '../commands/name-command.ts';
import { joinPointer } from '../json/pointer.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import { effectLosses } from './effect-losses.ts';
import type { ReportLoss } from './report-loss.ts';

/** Fields of a command that compiling uses, or that only say how a command line is written. */
const USED: ReadonlySet<string> = new Set([
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
 * @param statements what holds for the command over all levels
 * @param hints whether the provider has fields for effects
 * @param examples whether examples are told
 */
export function commandLosses(
  report: ReportLoss,
  { pointer, metadata, effects }: Pick<FlatCommand, 'pointer' | 'metadata' | 'effects'>,
  statements: SafetyStatements,
  hints: boolean,
  examples: boolean,
): void {
  for (const field of Object.keys(metadata)) {
    if (USED.has(field)) continue;
    if (field !== 'examples') report('not-sent', joinPointer(pointer, field), `"${field}" is kept by the host.`);
    else if (examples) report('in-text', `${pointer}/examples`, 'The examples are told in the description.');
    else report('not-sent', `${pointer}/examples`, 'The examples are not sent; the setting `examples` sends them.');
  }
  effectLosses(report, metadata.effects, pointer, statements, hints);
  if (!hints) return;
  const names = statesReadOnly(statements)
    ? (['idempotent'] as const)
    : (['destructive', 'idempotent', 'network'] as const);
  const unknown = names.filter((name) => effects[name] === undefined);
  if (unknown.length > 0)
    report('assumed', pointer, `${unknown.join(', ')}: not stated, so the annotations say the worst.`);
}

/** Reports a name that is another than the words with `_` between them; the lengths tell, but for names as long as they may be. */
export function nameLoss(
  report: ReportLoss,
  name: string,
  toolName: string,
  { path, pointer }: Pick<FlatCommand, 'path' | 'pointer'>,
): void {
  let length = toolName.length;
  for (const word of path) length += word.length + 1;
  if (length !== name.length || (length === MAX_NAME_LENGTH && name !== [toolName, ...path].join('_')))
    report('renamed', pointer, `It is called "${name}", for a name that is portable and unique.`);
}
