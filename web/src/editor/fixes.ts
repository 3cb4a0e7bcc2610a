/** The fixes that issues bring along, as Monaco's light bulb. */
import type { Issue } from '@atip/core';
import type * as Monaco from 'monaco-editor/editor';
import { monacoRange } from './markers.ts';

/** The issues shown in each model at the moment; a model takes its entry along when it goes. */
const ISSUES = new WeakMap<Monaco.editor.ITextModel, { readonly issues: readonly Issue[]; readonly version: number }>();

/** Tells the light bulb which issues a model has now. */
export function rememberIssues(model: Monaco.editor.ITextModel, issues: readonly Issue[]): void {
  ISSUES.set(model, { issues, version: model.getVersionId() });
}

/** Registers the light bulb; once per page. */
export function provideFixes(monaco: typeof Monaco): void {
  monaco.languages.registerCodeActionProvider('json', {
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
