import type { FoundCanonicalTool } from './canonical-document.ts';
import type { FoundPattern } from '../documents/read-patterns.ts';
import type { ToolScan } from '../documents/read-tool-directories.ts';
import type { FoundTool, SkippedTool } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import type { RemoteReport } from '../remote/remote-tools.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ScreenCounts } from '../screening/screen-path.ts';

/** What a scan did, in numbers. */
export interface ScanCounts extends ScreenCounts {
  /** Programs that were asked in this scan. */
  readonly asked: number;
  /** Processes that were started for it; each program is asked at most twice. */
  readonly started: number;
}

export type ScanEvent =
  | {
      readonly event: 'progress';
      /** Programs are read, then those with a marker are asked. */
      readonly phase: 'screening' | 'asking';
      readonly done: number;
      /** Absent while it is not known. */
      readonly total?: number;
    }
  /** Each tool once, after everything was asked. */
  | { readonly event: 'found'; readonly found: FoundTool }
  | { readonly event: 'canonical'; readonly found: FoundCanonicalTool }
  /** A workflow of a person or an organisation; nothing in it was run. */
  | { readonly event: 'pattern'; readonly found: FoundPattern }
  | { readonly event: 'skipped'; readonly skipped: SkippedTool }
  | {
      readonly event: 'done';
      readonly scan: ToolScan;
      readonly canonical: readonly FoundCanonicalTool[];
      readonly patterns: readonly FoundPattern[];
      readonly counts: ScanCounts;
      /** What a registry over HTTP added. Absent: none was asked. */
      readonly registry?: RemoteReport;
      /** In ms. */
      readonly duration: number;
    };

export interface ScanSettings {
  /** `PATH` and the XDG variables count here; programs inherit what the allow-list lets through. */
  readonly env: Environment;
  /** Absolute paths of programs that a person wants asked, marker or not, sandbox or not. */
  readonly named?: readonly string[];
  /** True: what is remembered about programs does not count; all are read, and asked, anew. */
  readonly refresh?: boolean;
  /** A function is called when the first program has to be asked. Absent: one is made then. */
  readonly sandbox?: Sandbox | (() => Promise<Sandbox>);
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
