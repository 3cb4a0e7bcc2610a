import type { AtipEffects } from '../../types/effects.ts';

export type EvidenceSource = 'name' | 'description' | 'option' | 'argument' | 'program';

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

/** A finding as evidence, one entry per field that is stated. */
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
