/**
 * Whether a process has to be held by a sandbox. `required`: it does not run without one; `preferred`: it runs without
 * where none works, and the result says so; `off`: it runs with everything its user may do.
 */
export type SandboxMode = 'required' | 'preferred' | 'off';

/** What held a process while it ran. */
export interface SandboxReport {
  /** False: the process could do everything its user may do. */
  readonly applied: boolean;
  readonly kind: 'bubblewrap' | 'seatbelt' | 'none';
  /** False: it reached no network, this machine's own services included. */
  readonly network: boolean;
  /** Absolute paths that it could change; an empty list means that it could change nothing that outlives it. */
  readonly writable: readonly string[];
  /** For a person: why it was not applied, or which access that the metadata asks for was not given. */
  readonly notes: readonly string[];
}
