import { isRecord } from '../json/is-record.ts';
import type { SafetyStatements } from '../effects/safety-statements.ts';
import { statesReadOnly } from '../effects/safety-statements.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { ReportLoss } from './report-loss.ts';

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
 * @param statements what holds for the level's commands, for whether they are flagged as read-only
 * @param hints true where the provider has fields for `destructive`, `idempotent` and `network`
 * @see ATIP 0.3 §8.3
 */
export function effectLosses(
  report: ReportLoss,
  effects: AtipEffects | undefined,
  pointer: string,
  statements: SafetyStatements,
  hints: boolean,
): void {
  if (effects === undefined) return;
  const readOnly = statesReadOnly(statements);
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
