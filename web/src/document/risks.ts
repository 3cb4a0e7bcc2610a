import { type AtipEffects, SAFETY_FLAGS } from '@atip/core';
import { safetyFlags } from '@atip/core/internal';

export type Risk = (typeof RISK_ORDER)[number];

export interface RiskMark {
  readonly risk: Risk;
  readonly word: string;
  readonly meaning: string;
}

interface Fact extends RiskMark {
  /** Absent: the document does not say. */
  readonly holds: (effects: AtipEffects) => boolean | undefined;
}

/** Gravest first. A fact that is not stated weighs more than a command that only reads. */
export const RISK_ORDER = [
  'destroys',
  'no-undo',
  'root',
  'ends',
  'runs',
  'sends',
  'reveals',
  'costs',
  'deletes',
  'writes',
  'network',
  'asks',
  'not-twice',
  'not-stated',
  'reads',
] as const;

const STATED: readonly Risk[] = RISK_ORDER.filter((risk) => risk !== 'not-stated');
/** Like `RISK_ORDER`, for commands silent about destroying: that silence weighs more than harmless effects. */
export const DANGER_ORDER: readonly Risk[] = STATED.toSpliced(STATED.indexOf('writes'), 0, 'not-stated');

export function dangerOf(effects: AtipEffects, added: readonly Risk[] = []): Risk | undefined {
  const risks = [...risksOf(effects), ...added];
  return (effects.destructive === undefined ? DANGER_ORDER : RISK_ORDER).find((risk) => risks.includes(risk));
}

const READS: RiskMark = { risk: 'reads', word: 'reads', meaning: 'Only reads: writes nothing, uses no network.' };
const NOT_STATED: RiskMark = {
  risk: 'not-stated',
  word: 'not stated',
  meaning: 'The document does not say, so expect the worst.',
};

/** The mark of each risk by itself, in the given order. */
export function marksOf(risks: readonly Risk[]): readonly RiskMark[] {
  const marks = [...FACTS, READS, NOT_STATED];
  return risks.flatMap((risk) => marks.find((mark) => mark.risk === risk) ?? []);
}

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

/** Our own extra facts, about which silence means nothing. */
const OURS = 5;

const FACTS: readonly Fact[] = [
  { risk: 'destroys', word: 'destroys', meaning: 'Destroys data for good.', holds: (it) => it.destructive },
  { risk: 'no-undo', word: 'no undo', meaning: 'Cannot be undone.', holds: (it) => not(it.reversible) },
  {
    risk: 'root',
    word: 'as root',
    meaning: 'Acts with the rights of the administrator.',
    holds: (it) => it['x-privilege'] === 'root',
  },
  {
    risk: 'ends',
    word: 'ends processes',
    meaning: 'Ends or stops programs that run.',
    holds: (it) => it['x-ends'] === 'processes',
  },
  {
    risk: 'runs',
    word: 'runs what you name',
    meaning: 'Runs a program, library or code that the call names.',
    holds: (it) => it['x-runs'] === 'call',
  },
  {
    risk: 'sends',
    word: 'sends',
    meaning: 'Sends what the call names to another machine.',
    holds: (it) => it['x-sends'] === 'given',
  },
  {
    risk: 'reveals',
    word: 'reveals',
    meaning: 'Prints credentials.',
    holds: (it) => it['x-reveals'] === 'credentials',
  },
  { risk: 'costs', word: 'costs', meaning: 'May cost money.', holds: (it) => it.cost?.billable },
  { risk: 'deletes', word: 'deletes', meaning: 'Deletes files.', holds: (it) => it.filesystem?.delete },
  { risk: 'writes', word: 'writes', meaning: 'Writes files.', holds: (it) => it.filesystem?.write },
  { risk: 'network', word: 'network', meaning: 'Uses the network.', holds: (it) => it.network },
  {
    risk: 'not-twice',
    word: 'not twice',
    meaning: 'Running it twice is not the same as once.',
    holds: (it) => not(it.idempotent),
  },
  { risk: 'asks', word: 'asks', meaning: 'Wants input from a person or a terminal.', holds: asksFor },
];

/**
 * The marks of a command, gravest first; missing facts come as one mark at the end that names each gap.
 *
 * Read-only is the word that models get and policies use: it leaves nothing open but an estimated cost.
 * Empty only when everything is stated, nothing of it is a risk, and the command still is not read-only.
 */
export function riskMarks(effects: AtipEffects): readonly RiskMark[] {
  const marks = FACTS.filter((fact) => fact.holds(effects) === true).map(
    ({ holds: _holds, ...mark }): RiskMark => mark,
  );
  const isReadOnly = safetyFlags(effects).includes(SAFETY_FLAGS.READ_ONLY);
  if (isReadOnly) marks.push(READS);
  const silent = FACTS.filter(({ risk, holds }) => {
    if (holds(effects) !== undefined) return false;
    return !isReadOnly || (risk === 'costs' && (effects.cost?.estimate ?? 'free') !== 'free');
  });
  if (silent.length > 0) marks.push(notStated(silent));
  return marks;
}

/** The risks of a command, gravest first. */
export function risksOf(effects: AtipEffects): readonly Risk[] {
  const marks = new Set(riskMarks(effects).map(({ risk }) => risk));
  return RISK_ORDER.filter((risk) => marks.has(risk));
}

function notStated(silent: readonly Fact[]): RiskMark {
  const gaps = silent.map((fact) => fact.word).join(', ');
  return {
    risk: 'not-stated',
    word: silent.length === FACTS.length - OURS ? 'nothing stated' : `not stated: ${gaps}`,
    meaning: `The document does not say whether these apply, so expect them: ${gaps}.`,
  };
}

function asksFor({ interactive }: AtipEffects): boolean | undefined {
  if (interactive === undefined) return undefined;
  const { stdin, prompts, tty } = interactive;
  if (prompts === true || tty === true || stdin === 'required' || stdin === 'password') return true;
  return prompts === undefined || tty === undefined || stdin === undefined ? undefined : false;
}
