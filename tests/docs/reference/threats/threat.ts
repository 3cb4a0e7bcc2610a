/**
 * What shows that a guard holds.
 *
 * `guard`: taken out of the companion, an attack gets through (`tests/attacks/companion/guards.ts`); `here`: the same for the
 * parts below it (`in-process-guards.ts`); both are run both ways. `attack`: carried out against a real companion and held.
 * `test`: a test by its file and name; `bothWays` says that the test itself shows what happens without the guard.
 */
export type Proof =
  | { readonly kind: 'guard' | 'here' | 'attack'; readonly name: string }
  | { readonly kind: 'test'; readonly file: string; readonly name: string; readonly bothWays: boolean };

/** One way in which somebody could do harm. */
export interface Threat {
  readonly threat: string;
  readonly stops: string;
  readonly proofs: readonly Proof[];
  readonly remains: string;
}

export const guard = (name: string): Proof => ({ kind: 'guard', name });
export const here = (name: string): Proof => ({ kind: 'here', name });
export const attack = (name: string): Proof => ({ kind: 'attack', name });
/** A test that shows that the guard holds. */
export const held = (file: string, name: string): Proof => ({ kind: 'test', file, name, bothWays: false });
/** A test that also shows what happens without the guard. */
export const both = (file: string, name: string): Proof => ({ kind: 'test', file, name, bothWays: true });
