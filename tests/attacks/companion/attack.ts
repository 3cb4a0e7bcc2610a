import { APPROVAL_ATTACKS, CODE_ATTACKS } from './approval-attacks.ts';
import { BODY_ATTACKS } from './body-attacks.ts';
import { DOCUMENT_ATTACKS } from './document-attacks.ts';
import { FOREIGN_ATTACKS } from './foreign-attacks.ts';
import { LEAK_ATTACKS } from './leak-attacks.ts';
import { PATH_ATTACKS } from './path-attacks.ts';
import type { Target } from './start-target.ts';
import { TERMINAL_ATTACKS } from './terminal-attacks.ts';
import { VALUE_ATTACKS } from './value-attacks.ts';

/** The attacker's result. */
export interface Attempt {
  /** In short, such as `403 host-not-allowed`. */
  readonly answer: string;
  /** Data leaked by the answers themselves. Absent: look at the machine. */
  readonly harm?: string;
}

/** One way to misuse a companion, as real requests. */
export interface Attack {
  readonly name: string;
  /** The answer of a companion with all its guards. */
  readonly answer: string;
  run(target: Target): Promise<Attempt>;
}

/** An attempt and what it did to the machine, which is looked at apart from the answer. */
export async function carryOut(attack: Attack, target: Target): Promise<{ answer: string; effect: string }> {
  target.scene.effect();
  const { answer, harm } = await attack.run(target);
  const seen = target.scene.effect();
  return { answer, effect: harm ?? seen };
}

/** Every attack, by what it is aimed at; the last group looks at what those before left behind. */
export const ATTACKS: readonly (readonly [group: string, attacks: readonly Attack[]])[] = [
  ['who asks', FOREIGN_ATTACKS],
  ['the code of a link', CODE_ATTACKS],
  ['approval', APPROVAL_ATTACKS],
  ['documents', DOCUMENT_ATTACKS],
  ['bodies', BODY_ATTACKS],
  ['paths', PATH_ATTACKS],
  ['values', VALUE_ATTACKS],
  ['terminals', TERMINAL_ATTACKS],
  ['leaks', LEAK_ATTACKS],
];
