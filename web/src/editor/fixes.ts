import type { Issue, IssueSeverity, Range } from '@atip/core';
import type * as Monaco from 'monaco-editor/editor';

/** The issues shown in each model at the moment; a model takes its entry along when it goes. */
const ISSUES = new WeakMap<Monaco.editor.ITextModel, { readonly issues: readonly Issue[]; readonly version: number }>();

export function rememberIssues(model: Monaco.editor.ITextModel, issues: readonly Issue[]): void {
  ISSUES.set(model, { issues, version: model.getVersionId() });
}

/** Registers the light bulb, after the first editor: Monaco takes our services only with its first call. @returns what ends it */
export function provideFixes(monaco: typeof Monaco): Monaco.IDisposable {
  return monaco.languages.registerCodeActionProvider('json', {
    provideCodeActions: (model, range) => ({
      actions: issuesOf(model).flatMap((issue) => actionFor(issue, model, range, monaco)),
      dispose: () => undefined,
    }),
  });
}

/** None while the text has changed since: the places would be others. */
function issuesOf(model: Monaco.editor.ITextModel): readonly Issue[] {
  const known = ISSUES.get(model);
  return known?.version === model.getVersionId() ? known.issues : [];
}

function actionFor(
  issue: Issue,
  model: Monaco.editor.ITextModel,
  range: Monaco.Range,
  monaco: typeof Monaco,
): Monaco.languages.CodeAction[] {
  const { fix, range: place } = issue;
  if (fix === undefined || place === undefined) return [];
  if (!monaco.Range.areIntersectingOrTouching(monacoRange(place), range)) return [];
  const edits = fix.edits.map((edit) => ({
    resource: model.uri,
    versionId: model.getVersionId(),
    textEdit: { range: monacoRange(edit.range), text: edit.newText },
  }));
  return [{ title: fix.title, kind: 'quickfix', isPreferred: true, edit: { edits } }];
}

/** Numbers of Monaco's `MarkerSeverity`, which exists only once Monaco is loaded. */
const SEVERITY: Readonly<Record<IssueSeverity, number>> = { error: 8, warning: 4, info: 2 };

/** More squiggles than this help nobody and cost time on each keystroke. */
const MAX_MARKERS = 500;

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
