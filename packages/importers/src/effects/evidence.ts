import { type AtipEffects, mergeEffects } from '@atip/core';

type EvidenceSource = 'name' | 'description' | 'option' | 'argument' | 'program';

export interface Evidence {
  /** In the form `filesystem.write`. */
  readonly field: string;
  readonly value: unknown;
  /** For a person. */
  readonly reason: string;
  readonly source: EvidenceSource;
}

/** Effects and their evidence. */
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

/** Effects that follow from the kind itself; absent is unknown, and only reading kinds state `false`. */
const EFFECT_KINDS: Readonly<Record<EffectKind, AtipEffects>> = {
  /** Reads or computes locally. */
  look: { filesystem: { write: false, delete: false }, network: false, destructive: false },
  /** Reads; the source depends on its argument. */
  view: { filesystem: { write: false, delete: false }, destructive: false },
  /** Reads from another machine. */
  ask: { filesystem: { write: false, delete: false }, network: true, destructive: false },
  /** Writes files locally; existing ones may be replaced. */
  make: { filesystem: { write: true } },
  /** Always overwrites existing content. */
  overwrite: { filesystem: { write: true }, destructive: true, reversible: false },
  /** Deletes or overwrites locally for good. */
  destroy: { filesystem: { write: true, delete: true }, destructive: true, reversible: false },
  /** Deletes or resets something, perhaps not a file. */
  drop: { destructive: true },
  /** Changes the state of this system or of a service. */
  change: { modifies: ['state'] },
  /** Gets data from another machine and writes it locally. */
  fetch: { filesystem: { write: true }, network: true },
  /** Changes data on another machine. */
  send: { network: true, modifies: ['remote data'] },
  /** Deletes or replaces data on another machine. */
  wreck: { network: true, destructive: true },
  /** Ends processes or the system; their unsaved data is lost. */
  end: { modifies: ['processes'], reversible: false },
  /** Runs programs from the project or its configuration. */
  run: { subprocess: true },
  /** Runs a program, a library or code that the call names, or a configuration that can name one. */
  call: { subprocess: true, 'x-runs': 'call' },
  /** The same without any limit. */
  anything: {
    filesystem: { write: true, delete: true },
    network: true,
    subprocess: true,
    'x-runs': 'call',
    destructive: true,
    reversible: false,
  },
  /** Sends data named by the call to another machine. */
  give: { network: true, modifies: ['remote data'], 'x-sends': 'given' },
  /** Prints a secret. */
  reveal: { 'x-reveals': 'credentials' },
  /** Acts with the rights of the administrator. */
  root: { 'x-privilege': 'root' },
  /** Does not verify the other side; sent data cannot be taken back. */
  trust: { network: true, reversible: false },
  /** A flag that adds nothing, although its name suggests it. */
  nothing: {},
};

/** A kind's effects, a copy of its own. */
export function effectsOfKind(kind: EffectKind): AtipEffects {
  return mergeEffects(EFFECT_KINDS[kind]);
}

/** Flags, separated by spaces, with their effect and its evidence. */
export type FlagRows = Readonly<Record<string, readonly [kind: EffectKind, reason: string]>>;

/** A program or one of its commands, `"git branch"`; its effect without the following flags, and the evidence. */
export type ProgramRow = readonly [command: string, kind: EffectKind, reason: string, flags: FlagRows];
