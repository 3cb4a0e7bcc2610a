import type { Target } from './start-target.ts';

/** What an attacker got back. */
export interface Attempt {
  /** In short, such as `403 host-not-allowed`. */
  readonly answer: string;
  /** What the answers themselves gave away. Absent: look at the machine. */
  readonly harm?: string;
}

/** One way to misuse a companion, as real requests. */
export interface Attack {
  readonly name: string;
  /** What is sent, in short. */
  readonly how: string;
  /** What a companion with all of its guards answers. */
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
