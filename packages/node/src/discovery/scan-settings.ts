import type { Environment } from '../environment/child-environment.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface ScanSettings {
  /** `PATH` and the XDG variables count here; programs inherit what the allow-list lets through. */
  readonly env: Environment;
  /** Absolute paths of programs that a person wants asked, marker or not, sandbox or not. */
  readonly named?: readonly string[];
  /** True: what is remembered about programs does not count; all are read, and asked, anew. */
  readonly refresh?: boolean;
  /** Absent: one is made when the first program has to be asked. */
  readonly sandbox?: Sandbox;
  /** Ms for each question. Absent: 2,000. */
  readonly timeout?: number;
  /** A project that is worked on: PATH entries in it do not count. */
  readonly projectDirectory?: string;
  /** Whether `sbin` directories count. Absent: they do not. */
  readonly systemAdministration?: boolean;
  /**
   * Address of a registry over HTTP, asked about programs that nobody describes; `off`: none counts, and what was taken from one
   * is forgotten. Absent: `ATIP_REGISTRY` of `env`; where that is not set either nothing is fetched.
   */
  readonly registry?: string;
  readonly signal?: AbortSignal;
  /** Absent: the system's. */
  readonly clock?: () => Date;
}
