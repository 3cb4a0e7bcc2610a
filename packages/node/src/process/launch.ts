/** A program about to be started. */
export interface Launch {
  /** Absolute. */
  readonly file: string;
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Bytes that the program can read to their end from file descriptor 3, 4, and so on. */
  readonly inherited?: readonly Uint8Array[];
  /** What it, a program that holds another one, reports on the file descriptors after these. */
  readonly reports?: HolderReport;
}

/** What a holder's report says. */
export interface HolderReport {
  /** How many file descriptors it reports on. */
  readonly pipes: number;
  /** Takes what came on all of them, in any order. Whether the program that it holds was started at all. */
  wasStarted(report: string): boolean;
}

/** Puts a program inside another one that confines it. */
export type WrapLaunch = (launch: Launch) => Launch;
