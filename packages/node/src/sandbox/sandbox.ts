import type { Server } from 'node:net';
import type { AtipEffects, SandboxReport } from '@atip/core';
import type { WrapLaunch } from '../process/launch-types.ts';

/** One thing that was really tried from inside. */
export interface SandboxCheck {
  /** For example `"udp"`. */
  readonly name: string;
  readonly passed: boolean;
  /** Result, for a person. */
  readonly detail: string;
}

/** The sandbox of this machine, with the checks that it passed or failed. */
export interface SandboxStatus {
  /** False: every program runs with all that its user may do. */
  readonly available: boolean;
  readonly kind: SandboxReport['kind'];
  /** Of the program that builds the sandbox. */
  readonly version?: string;
  /** False: nothing was tried from inside, because there is no sandbox or because we have no such trial for it (macOS). */
  readonly tested: boolean;
  /** Why it is not available, and what to do about it. */
  readonly reason?: string;
  /** Limits of the sandbox on this machine, for a person. Absent: none beyond those it has anywhere. */
  readonly limits?: readonly string[];
  /** Empty when nothing could be tried. */
  readonly checks: readonly SandboxCheck[];
}

/** A run that is to be held. Every path is absolute. */
export interface SandboxRequest {
  /** The program itself, every link resolved. */
  readonly executable: string;
  /** Where the PATH has it; it starts under this name. */
  readonly foundAs: string;
  readonly cwd: string;
  readonly home: string;
  /** Effects that the metadata states; an effect it does not state is not permitted. */
  readonly effects: AtipEffects;
  /** Directories that the person lets programs change; requests beyond them are cut. */
  readonly writableRoots: readonly string[];
  /** The command of the tool, such as `["remote", "add"]`: what it is for decides what it may make. Absent: none is known. */
  readonly command?: readonly string[];
  /** Of a shell line: each program that it starts, with the path of its command, such as `["git", "commit"]`. It is for all of them. */
  readonly commands?: readonly (readonly string[])[];
  /** Not to be seen by this run, besides what never is. */
  readonly hidden?: readonly string[];
  /**
   * Files and directories of the program itself, such as its package or its settings. The run reads them although its home
   * begins empty, but never the home as a whole, a directory above the working directory, or one that is or holds a secret.
   */
  readonly shown?: readonly string[];
  /** Absent: the run has the network that its effects ask for. Present: it has this proxy, and the effects ask for none. */
  readonly proxy?: RunProxy;
  /** Places that a person lets all programs read. Secrets in them stay hidden; with the home among them the home is not empty. */
  readonly readable?: readonly string[];
  /** What this run alone gets of the secrets, for reading. Absent: nothing. */
  readonly granted?: GrantedSecrets;
  /**
   * Where the program keeps what it can fetch or make again. Where the home begins empty, the run has these directories of its own.
   */
  readonly caches?: readonly TemporaryFiles[];
  /** The directory that the run has for `/tmp`, and that nobody else can reach. Absent: an empty one, gone with the run. */
  readonly tmp?: string;
}

/** The only way out of a run that has no network. */
export interface RunProxy {
  /** Of 127.0.0.1, where the run finds it. On Linux that is of the run's own network, so that any number will do. */
  readonly port: number;
  /** Takes the socket that listens on that port of the run's own network. macOS: there is no such network. */
  readonly onListener: (listener: Server) => void;
}

/** Secrets that a person lets one program have. */
export interface GrantedSecrets {
  /** Files and directories that the run sees although they are secret. */
  readonly places: readonly string[];
  /** True: the `.env` files of the working directory stay visible. */
  readonly envFiles: boolean;
  /** Socket of an agent that signs with keys; the run may then open Unix sockets. Absent: none. */
  readonly agent?: string;
}

/** A directory of a run for files that nobody else needs. */
export interface TemporaryFiles {
  /** As the run sees it, such as `/tmp`, or a directory in it where something of the machine's own `/tmp` is shown. */
  readonly at: string;
  /** The directory outside that holds them after the run; nobody else can reach it. Absent: they are gone with it. */
  readonly source?: string;
}

/** A run made ready. */
export interface SandboxPlan {
  readonly report: SandboxReport;
  readonly wrap: WrapLaunch;
  /** Real paths that the run sees of directories that begin empty. Absent: nothing is known about that. */
  readonly seen?: { readonly emptied: readonly string[]; readonly rebound: readonly string[] };
  /** Where the run's temporary files go. Absent: as outside of a sandbox. */
  readonly temporary?: TemporaryFiles;
  /**
   * Moves aside what the run left that other programs run or obey, and reports it; call it however the run ended.
   * @throws ExecutionError when that cannot be done, for example on a full disk
   */
  readonly finish: () => Promise<SandboxReport>;
}

export interface Sandbox {
  readonly status: SandboxStatus;
  /**
   * Decides what one run may touch. Without a sandbox the plan says so (`applied: false`) and changes nothing.
   * @throws ExecutionError when `foundAs` does not lead to `executable`, or when the working directory is missing, hidden or
   * held
   */
  plan(request: SandboxRequest): Promise<SandboxPlan>;
}
