import type { AtipEffects } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';

type EvidenceSource = 'name' | 'description' | 'option' | 'argument';

export interface Evidence {
  /** In the form `filesystem.write`. */
  readonly field: string;
  readonly value: unknown;
  /** For a person. */
  readonly reason: string;
  readonly source: EvidenceSource;
}

export interface EffectFinding {
  readonly effects: AtipEffects;
  readonly reason: string;
  readonly source: EvidenceSource;
}

export function toEvidence({ effects, reason, source }: EffectFinding): Evidence[] {
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

/** The word for the effects that a name, a description or a flag suggests. */
export type EffectKind =
  | 'view'
  | 'make'
  | 'overwrite'
  | 'drop'
  | 'call'
  | 'anything'
  | 'give'
  | 'reveal'
  | 'root'
  | 'trust';

/** Effects that follow from the kind itself; absent is unknown, and only `view` states `false`. */
const EFFECT_KINDS: Readonly<Record<EffectKind, AtipEffects>> = {
  /** Reads; the source depends on its argument. */
  view: { filesystem: { write: false, delete: false }, destructive: false },
  /** Writes files locally; existing ones may be replaced. */
  make: { filesystem: { write: true } },
  /** Always overwrites existing content. */
  overwrite: { filesystem: { write: true }, destructive: true, reversible: false },
  /** Deletes or resets something, perhaps not a file. */
  drop: { destructive: true },
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
};

/** A kind's effects, a copy of its own. */
export function effectsOfKind(kind: EffectKind): AtipEffects {
  return mergeEffects(EFFECT_KINDS[kind]);
}
