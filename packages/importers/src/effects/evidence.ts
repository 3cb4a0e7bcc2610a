import { type AtipEffects, mergeEffects } from '@atip/core';

type EvidenceSource = 'name' | 'description' | 'option' | 'argument' | 'program';

/** Why an effect was inferred. */
export interface Evidence {
  /** As in `filesystem.write`. */
  readonly field: string;
  readonly value: unknown;
  /** For a person. */
  readonly reason: string;
  readonly source: EvidenceSource;
}

/** Effects together with where they come from. */
export interface Finding {
  readonly effects: AtipEffects;
  readonly reason: string;
  readonly source: EvidenceSource;
}

export function toEvidence({ effects, reason, source }: Finding): Evidence[] {
  return Object.entries(effects).flatMap(([field, value]): Evidence[] =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).map(([name, inner]: [string, unknown]) => ({
          field: `${field}.${name}`,
          value: inner,
          reason,
          source,
        }))
      : [{ field, value, reason, source }],
  );
}

/** The word of the program tables for the effects of a program, a subcommand or a flag. */
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
  | 'call'
  | 'anything'
  | 'give'
  | 'reveal'
  | 'root'
  | 'trust'
  | 'nothing';

/** Effects that follow from the kind itself; absent is unknown, and only the kinds that look state `false`. */
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
  /** Runs programs that the project or its configuration names. */
  run: { subprocess: true },
  /** Runs a program, a library or code that the call names, or a configuration that can name one. */
  call: { subprocess: true, 'x-runs': 'call' },
  /** The same where nothing bounds what that does. */
  anything: {
    filesystem: { write: true, delete: true },
    network: true,
    subprocess: true,
    'x-runs': 'call',
    destructive: true,
    reversible: false,
  },
  /** Sends what the call names to another machine. */
  give: { network: true, modifies: ['remote data'], 'x-sends': 'given' },
  /** Prints a secret. */
  reveal: { 'x-reveals': 'credentials' },
  /** Acts with the rights of the administrator. */
  root: { 'x-privilege': 'root' },
  /** Does not check who is on the other side; what was sent there cannot be taken back. */
  trust: { network: true, reversible: false },
  /** A flag that adds nothing, though its name reads as if. */
  nothing: {},
};

/** A kind's effects, a copy of its own. */
export function effectsOfKind(kind: EffectKind): AtipEffects {
  return mergeEffects(EFFECT_KINDS[kind]);
}

/** Flags, separated by spaces, with what they do and how one knows. */
export type FlagRows = Readonly<Record<string, readonly [kind: EffectKind, reason: string]>>;

/** A program or one of its commands, `"git branch"`; what it does without the flags that follow, and how one knows. */
export type ProgramRow = readonly [command: string, kind: EffectKind, reason: string, flags: FlagRows];
