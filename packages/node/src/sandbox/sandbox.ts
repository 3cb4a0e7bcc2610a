import type { Server } from 'node:net';
import type { AtipEffects, SandboxReport } from '@atip/core';
import { isInside, resolveExisting } from '../files/real-path.ts';
import type { WrapLaunch } from '../process/launch-types.ts';

/** One attempt that was really made from inside. */
export interface SandboxCheck {
  /** For example `"udp"`. */
  readonly name: string;
  readonly passed: boolean;
  /** Result, for a person. */
  readonly detail: string;
}

/** The sandbox of this machine, with its passed and failed checks. */
export interface SandboxStatus {
  /** False: every program runs with all rights of its user. */
  readonly available: boolean;
  readonly kind: SandboxReport['kind'];
  /** Version of the program that builds the sandbox. */
  readonly version?: string;
  /** False: nothing was tested from inside, because there is no sandbox. */
  readonly tested: boolean;
  /** Why it is not available, and how to change that. */
  readonly reason?: string;
  /** Limits of the sandbox on this machine, for a person. Absent: only the general ones. */
  readonly limits?: readonly string[];
  /** Empty when nothing could be tested. */
  readonly checks: readonly SandboxCheck[];
}

/** A run that needs a sandbox. Every path is absolute. */
export interface SandboxRequest {
  /** The program itself, every link resolved. */
  readonly executable: string;
  /** Its path on the PATH; it starts under this name. */
  readonly foundAs: string;
  readonly cwd: string;
  readonly home: string;
  /** Effects that the document states; an unstated effect is not permitted. */
  readonly effects: AtipEffects;
  /** Directories that the person lets programs change; wider requests are cut. */
  readonly writableRoots: readonly string[];
  /**
   * The command of the tool, such as `["remote", "add"]`: its purpose decides which files it may make. Absent: unknown.
   */
  readonly command?: readonly string[];
  /** For a shell line: each program with its command path, such as `["git", "commit"]`; the purposes of all apply. */
  readonly commands?: readonly (readonly string[])[] | undefined;
  /** Hidden from this run, in addition to the paths that always are. */
  readonly hidden?: readonly string[];
  /**
   * Files and directories of the program itself, such as its package or its settings. The run can read them although
   * its home is emptied, but never the whole home, a directory above the working directory, or one that is or contains
   * a secret.
   */
  readonly shown?: readonly string[];
  /**
   * Absent: the run has the network that its effects state. Present: it has this proxy, and the effects state no
   * network.
   */
  readonly proxy?: RunProxy | undefined;
  /** Places that all programs may read. Secrets in them stay hidden; if the home is among them, it is not emptied. */
  readonly readable?: readonly string[];
  /** The secrets that only this run may read. Absent: none. */
  readonly granted?: GrantedSecrets;
  /** The program's caches. If the home is emptied, the run has its own directories there. */
  readonly caches?: readonly TemporaryFiles[];
  /** The run's directory for `/tmp`, which no other program can reach. Absent: an empty one, removed with the run. */
  readonly tmp?: string | undefined;
}

/** The only way out of a run that has no network. */
export interface RunProxy {
  /** Port of 127.0.0.1 inside the run, which has its own network, so that any number works. */
  readonly port: number;
  /** Receives the socket that listens on that port of the run's own network. */
  readonly onListener: (listener: Server) => void;
}

/** Secrets that a person grants one program. */
export interface GrantedSecrets {
  /** Files and directories that the run can see although they are secret. */
  readonly places: readonly string[];
  /** True: the `.env` files of the working directory stay visible. */
  readonly envFiles: boolean;
  /** Socket of an agent that signs with keys; the run may then open Unix sockets. Absent: none. */
  readonly agent?: string | undefined;
}

/** A run's directory for temporary files. */
export interface TemporaryFiles {
  /** Its path inside the run, such as `/tmp`, or a directory in it if the machine's own `/tmp` is partly shown. */
  readonly at: string;
  /**
   * The directory outside that keeps the files after the run; no other program can reach it. Absent: they are removed
   * with it.
   */
  readonly source?: string;
}

/** A prepared run. */
export interface SandboxPlan {
  readonly report: SandboxReport;
  readonly wrap: WrapLaunch;
  /** Visible real paths in emptied directories. Absent: unknown. */
  readonly seen?: { readonly emptied: readonly string[]; readonly rebound: readonly string[] };
  /** The place of the run's temporary files. Absent: as without a sandbox. */
  readonly temporary?: TemporaryFiles | undefined;
  /**
   * Moves away files of the run that other programs run or obey, and reports them; call it after every run, failed or
   * not.
   * @throws ExecutionError when that cannot be done, for example on a full disk
   */
  readonly finish: () => Promise<SandboxReport>;
}

/** True for an existing path, other than the emptied directory itself, that a run does not see. */
export function isHiddenIn({ emptied, rebound }: NonNullable<SandboxPlan['seen']>, path: string): boolean {
  return (
    emptied.some((directory) => path !== directory && isInside(path, directory)) &&
    !rebound.some((shown) => isInside(path, shown) || isInside(shown, path)) &&
    resolveExisting(path) !== null
  );
}

/** Most paths of a text that are looked at. */
const MAX_PATHS = 100;

/** The absolute paths in a program's output; with a home also those that begin with `~`. */
export function pathsIn(text: string, home?: string): string[] {
  const found = [...text.matchAll(/(?<![\w./~])~?\/[^\s'"`():,;<>[\]]+/g)].slice(0, MAX_PATHS);
  return found.flatMap(([path]) => (path.startsWith('/') ? [path] : home === undefined ? [] : [home + path.slice(1)]));
}

export interface Sandbox {
  readonly status: SandboxStatus;
  /**
   * Decides what one run may access. Without a sandbox the plan says so (`applied: false`) and changes nothing.
   * @throws ExecutionError when `foundAs` does not lead to `executable`, or when the working directory is missing,
   * hidden or closed after a finding
   */
  plan(request: SandboxRequest): Promise<SandboxPlan>;
}
