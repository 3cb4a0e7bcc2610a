import type { Issue, IssueSeverity, Range } from '@atip/core';
import type * as Monaco from 'monaco-editor/editor';

/**
 * Registers the light bulb, after the first editor: Monaco takes our services only with its first call.
 *
 * @param issuesOf none for another text, whose places would differ
 * @returns a function that unregisters it
 */
export function provideFixes(monaco: typeof Monaco, issuesOf: (text: string) => readonly Issue[]): Monaco.IDisposable {
  return monaco.languages.registerCodeActionProvider('json', {
    provideCodeActions: (model, range) => ({
      actions: issuesOf(model.getValue()).flatMap(({ fix, range: place }) => {
        if (!fix || !place || !monaco.Range.areIntersectingOrTouching(monacoRange(place), range)) return [];
        const edits = fix.edits.map((edit) => ({
          resource: model.uri,
          versionId: model.getVersionId(),
          textEdit: { range: monacoRange(edit.range), text: edit.newText },
        }));
        return [{ title: fix.title, kind: 'quickfix', isPreferred: true, edit: { edits } }];
      }),
      dispose: () => undefined,
    }),
  });
}

/** Numbers of Monaco's `MarkerSeverity`, which exists only once Monaco is loaded. */
const SEVERITY: Readonly<Record<IssueSeverity, number>> = { error: 8, warning: 4, info: 2 };

/** More squiggles help nobody and cost time on each keystroke. */
const MAX_MARKERS = 500;

export function markersOf(issues: readonly Issue[]): Monaco.editor.IMarkerData[] {
  return issues
    .slice(0, MAX_MARKERS)
    .flatMap(({ range, severity, message, code }) =>
      range ? { ...monacoRange(range), severity: SEVERITY[severity], message, code, source: 'ATIP' } : [],
    );
}

/** Both count lines and columns from 1. */
export function monacoRange({ start, end }: Range): Monaco.IRange {
  return { startLineNumber: start.line, startColumn: start.column, endLineNumber: end.line, endColumn: end.column };
}
