import { mergeEffects } from '../../effects/merge-effects.ts';
import type { AtipEffects } from '../../types/effects.ts';

/** What a program, a subcommand or a flag does, as the tables of programs say it in one word. */
export type EffectKind =
  | 'look'
  | 'view'
  | 'ask'
  | 'make'
  | 'overwrite'
  | 'destroy'
  | 'drop'
  | 'change'
  | 'fetch'
  | 'send'
  | 'wreck'
  | 'end'
  | 'run'
  | 'anything'
  | 'trust'
  | 'nothing';

/**
 * The effects of each kind. Absent is unknown: only what follows from the kind itself is stated, and `false` only for the
 * kinds that look.
 */
const EFFECT_KINDS: Readonly<Record<EffectKind, AtipEffects>> = {
  /** Reads or computes here. */
  look: { filesystem: { write: false, delete: false }, network: false, destructive: false },
  /** Reads; from where depends on what it is pointed at. */
  view: { filesystem: { write: false, delete: false }, destructive: false },
  /** Reads from another machine. */
  ask: { filesystem: { write: false, delete: false }, network: true, destructive: false },
  /** Writes files here; what is there may be replaced. */
  make: { filesystem: { write: true } },
  /** Overwrites what is there, always. */
  overwrite: { filesystem: { write: true }, destructive: true, reversible: false },
  /** Deletes or overwrites here for good. */
  destroy: { filesystem: { write: true, delete: true }, destructive: true, reversible: false },
  /** Deletes or resets something that may not be a file. */
  drop: { destructive: true },
  /** Changes the state of this system or of a service. */
  change: { modifies: ['state'] },
  /** Gets data from another machine and writes it here. */
  fetch: { filesystem: { write: true }, network: true },
  /** Changes data on another machine. */
  send: { network: true, modifies: ['remote data'] },
  /** Deletes or replaces data on another machine. */
  wreck: { network: true, destructive: true },
  /** Ends processes or the system; what they had not saved is lost. */
  end: { modifies: ['processes'], reversible: false },
  /** Runs programs that the command line names. */
  run: { subprocess: true },
  /** A flag by which something that the call names is run: that may be anything. */
  anything: {
    filesystem: { write: true, delete: true },
    network: true,
    subprocess: true,
    destructive: true,
    reversible: false,
  },
  /** Does not check who is on the other side; what was sent there cannot be taken back. */
  trust: { network: true, reversible: false },
  /** A flag that adds nothing, though its name reads as if. */
  nothing: {},
};

/** A kind's effects, a copy of its own. */
export function effectsOfKind(kind: EffectKind): AtipEffects {
  return mergeEffects(EFFECT_KINDS[kind]);
}
