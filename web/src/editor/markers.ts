/** Core's issues as Monaco's markers. */
import type { Issue, IssueSeverity, Range } from '@atip/core';
import type * as Monaco from 'monaco-editor/editor';

/** Numbers of Monaco's `MarkerSeverity`, which exists only once Monaco is loaded. */
const SEVERITY: Readonly<Record<IssueSeverity, number>> = { error: 8, warning: 4, info: 2 };

/** More squiggles than this help nobody and cost time on each keystroke. */
const MAX_MARKERS = 500;

/** Markers for every issue that has a place. */
export function markersOf(issues: readonly Issue[]): Monaco.editor.IMarkerData[] {
  return issues.slice(0, MAX_MARKERS).flatMap((issue) =>
    issue.range === undefined
      ? []
      : [
          {
            ...monacoRange(issue.range),
            severity: SEVERITY[issue.severity],
            message: issue.message,
            code: issue.code,
            source: 'ATIP',
          },
        ],
  );
}

/** Both count lines and columns from 1. */
export function monacoRange({ start, end }: Range): Monaco.IRange {
  return { startLineNumber: start.line, startColumn: start.column, endLineNumber: end.line, endColumn: end.column };
}
