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
  /** What the run left that other programs run or obey; absent when it left nothing of the kind. */
  readonly planted?: PlantedReport;
}

/** What a run left, in directories that it could change, that other programs run or obey without being asked. */
export interface PlantedReport {
  /** New files that were taken out of the way, and where they are now. */
  readonly movedAside: readonly { readonly path: string; readonly movedTo: string; readonly why: string }[];
  /** What was there before and is different now. */
  readonly changed: readonly { readonly path: string; readonly runs: string }[];
  /** New and left where it is, because making it is what the command is for, or because it could not be moved. */
  readonly named: readonly { readonly path: string; readonly runs: string }[];
  /** Directories in which no tool runs until a person has seen them. */
  readonly held: readonly string[];
  /** Why the lists are not whole. */
  readonly incomplete?: string;
}

/** What a sandbox gives a command because its metadata asks for it. */
export interface SandboxAccess {
  readonly network: boolean;
  /** What may be changed: places as the metadata writes them, such as `"~/.cache/npm"` or `"build"`. */
  readonly changes: 'nothing' | 'working-directory' | readonly string[];
  /** True: the metadata says that the command reads no files, so the home directory is empty. */
  readonly emptyHome: boolean;
  /** Accesses of which the metadata says nothing, and which are not given for that. */
  readonly unstated: readonly ('network' | 'changes')[];
}
