/** The effects of a command on a person's machine, in one order and in one set of words wherever the page speaks of it. */
import { type AtipEffects, SAFETY_FLAGS } from '@atip/core';
import { safetyFlags } from '@atip/core/internal';

interface RiskWords {
  /** Stands on a badge. */
  readonly word: string;
  /** Completes "a command that …". */
  readonly does: string;
  /** The words that models get in brackets, without their sign. Absent: they get none. */
  readonly flag?: string;
}

/** Gravest first. A fact that is not stated weighs more than a command that only reads. */
const WORDS = {
  destroys: { word: 'destroys', does: 'destroys data for good', flag: 'DESTRUCTIVE' },
  'no-undo': { word: 'no undo', does: 'cannot be undone', flag: 'NOT REVERSIBLE' },
  root: { word: 'as root', does: 'acts with the rights of the administrator' },
  ends: { word: 'ends processes', does: 'ends or stops programs that run', flag: 'ENDS PROCESSES' },
  runs: { word: 'runs what you name', does: 'runs a program or code that the call names', flag: 'RUNS WHAT YOU NAME' },
  sends: { word: 'sends', does: 'sends data that the call names to another machine', flag: 'SENDS DATA' },
  reveals: { word: 'reveals', does: 'prints credentials' },
  costs: { word: 'costs', does: 'may cost money', flag: 'BILLABLE' },
  deletes: { word: 'deletes', does: 'deletes files', flag: 'DELETES FILES' },
  writes: { word: 'writes', does: 'writes files', flag: 'WRITES FILES' },
  network: { word: 'network', does: 'uses the network', flag: 'NETWORK' },
  asks: { word: 'asks', does: 'wants input from a person or a terminal' },
  'not-twice': { word: 'not twice', does: 'does more when it runs twice', flag: 'NOT IDEMPOTENT' },
  'not-stated': { word: 'not stated', does: 'does not state its effects, so expect the worst' },
  reads: { word: 'reads', does: 'only reads: writes nothing, uses no network', flag: 'READ-ONLY' },
} as const satisfies Readonly<Record<string, RiskWords>>;

export type Risk = keyof typeof WORDS;
export const RISK_WORDS: Readonly<Record<Risk, RiskWords>> = WORDS;
// The keys of this very table.
export const RISK_ORDER = Object.keys(WORDS) as readonly Risk[];

/** `undefined`: the document does not say; about our own facts it never has to. */
const HOLDS: Readonly<Partial<Record<Risk, (effects: AtipEffects) => boolean | undefined>>> = {
  destroys: ({ destructive }) => destructive,
  'no-undo': ({ reversible }) => (reversible === undefined ? undefined : !reversible),
  root: (effects) => effects['x-privilege'] === 'root',
  ends: (effects) => effects['x-ends'] === 'processes',
  runs: (effects) => effects['x-runs'] === 'call',
  sends: (effects) => effects['x-sends'] === 'given',
  reveals: (effects) => effects['x-reveals'] === 'credentials',
  costs: ({ cost }) => cost?.billable,
  deletes: ({ filesystem }) => filesystem?.delete,
  writes: ({ filesystem }) => filesystem?.write,
  network: ({ network }) => network,
  asks: asksFor,
  'not-twice': ({ idempotent }) => (idempotent === undefined ? undefined : !idempotent),
  reads: (effects) => isReadOnly(effects),
};

const STATED: readonly Risk[] = RISK_ORDER.filter((risk) => risk !== 'not-stated');
/** Like `RISK_ORDER`, for commands silent about destroying: that silence weighs more than harmless effects. */
export const DANGER_ORDER: readonly Risk[] = STATED.toSpliced(STATED.indexOf('writes'), 0, 'not-stated');

export function dangerOf(effects: AtipEffects): Risk | undefined {
  const risks = risksOf(effects);
  return (effects.destructive === undefined ? DANGER_ORDER : RISK_ORDER).find((risk) => risks.includes(risk));
}

export interface RiskMark {
  readonly risk: Risk;
  readonly word: string;
  /** A sentence. */
  readonly meaning: string;
}

/** The mark of each risk by itself, in the given order. */
export function marksOf(risks: readonly Risk[]): readonly RiskMark[] {
  return risks.map((risk) => ({ risk, word: RISK_WORDS[risk].word, meaning: sentence(RISK_WORDS[risk].does) }));
}

/** The meaning of words in the brackets of a compiled description, such as `"⚠️ NOT REVERSIBLE"`, as a sentence. */
export function flagMeaning(words: string): string | undefined {
  const created = /\bCREATES: (.+)/.exec(words)?.[1];
  if (created !== undefined) return `Creates ${created}.`;
  const meant = Object.values(RISK_WORDS).find(({ flag }) => flag !== undefined && words.includes(flag));
  return meant && sentence(words.includes('unless') ? `${meant.does}, unless an option says otherwise` : meant.does);
}

/**
 * The marks of a command, gravest first; missing facts come as one mark at the end that names each gap.
 *
 * Read-only is the word that models get and policies use: it leaves nothing open but an estimated cost.
 * Empty only when everything is stated, nothing of it is a risk, and the command still is not read-only.
 */
export function riskMarks(effects: AtipEffects): readonly RiskMark[] {
  const marks = marksOf(RISK_ORDER.filter((risk) => HOLDS[risk]?.(effects) === true));
  const mayCost = (effects.cost?.estimate ?? 'free') !== 'free';
  const silent = silentAbout(effects).filter((risk) => !isReadOnly(effects) || (risk === 'costs' && mayCost));
  if (silent.length === 0) return marks;
  const gaps = silent.map((risk) => RISK_WORDS[risk].word).join(', ');
  const word = silent.length === silentAbout({}).length ? 'nothing stated' : `not stated: ${gaps}`;
  const meaning = `The document does not say whether these apply, so expect them: ${gaps}.`;
  return [...marks, { risk: 'not-stated', word, meaning }];
}

/** The risks of a command, gravest first. */
export function risksOf(effects: AtipEffects): readonly Risk[] {
  const marks = new Set(riskMarks(effects).map(({ risk }) => risk));
  return RISK_ORDER.filter((risk) => marks.has(risk));
}

/** True: it waits for a person or a terminal. */
export function asksFor({ interactive }: AtipEffects): boolean | undefined {
  if (interactive === undefined) return undefined;
  const { stdin, prompts, tty } = interactive;
  if (prompts === true || tty === true || stdin === 'required' || stdin === 'password') return true;
  return prompts === undefined || tty === undefined || stdin === undefined ? undefined : false;
}

function isReadOnly(effects: AtipEffects): boolean {
  return safetyFlags(effects).includes(SAFETY_FLAGS.READ_ONLY);
}

function silentAbout(effects: AtipEffects): readonly Risk[] {
  return RISK_ORDER.filter((risk) => HOLDS[risk] !== undefined && HOLDS[risk](effects) === undefined);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
