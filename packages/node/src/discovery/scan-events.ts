import type { FoundPattern } from '../documents/read-patterns.ts';
import type { ToolScan } from '../documents/choose-tools.ts';
import type { FoundTool, SkippedTool } from '../documents/tool-document.ts';
import type { RemoteReport } from '../remote/take-remote-tools.ts';
import type { FoundCanonicalTool } from './probe-canonical.ts';
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
