/** One Monaco model for each open document, so that each keeps its own undo history, cursor and scroll position. */
import type * as Monaco from 'monaco-editor/editor';

interface Kept {
  readonly model: Monaco.editor.ITextModel;
  view?: Monaco.editor.ICodeEditorViewState | null;
}

export interface DocumentModels {
  /** Shows a document's model, made from `text` when it is new, with the view it was left with. */
  show(id: string, text: string): Monaco.editor.ITextModel;
  /** Drops the models of documents that are no longer open. */
  keep(ids: readonly string[]): void;
  dispose(): void;
}

export function createDocumentModels(
  monaco: typeof Monaco,
  editor: Monaco.editor.IStandaloneCodeEditor,
  language: string,
): DocumentModels {
  const models = new Map<string, Kept>();
  let shown: Kept | undefined;
  const make = (id: string, text: string): Kept => {
    // The path's end decides which schema serves completion.
    const uri = monaco.Uri.parse(`inmemory://atip/${id}/tool.atip.json`);
    const model = monaco.editor.createModel(text, language, uri);
    // Coloured pairs of brackets say nothing in JSON, and a document on one line makes them cost seconds.
    model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
    return { model };
  };
  return {
    show: (id, text) => {
      const next = models.get(id) ?? make(id, text);
      models.set(id, next);
      if (next === shown) return next.model;
      if (shown !== undefined) shown.view = editor.saveViewState();
      shown = next;
      editor.setModel(next.model);
      if (next.view) editor.restoreViewState(next.view);
      return next.model;
    },
    keep: (ids) => {
      for (const [id, kept] of models) {
        if (ids.includes(id) || kept === shown) continue;
        kept.model.dispose();
        models.delete(id);
      }
    },
    dispose: () => {
      for (const { model } of models.values()) model.dispose();
      models.clear();
    },
  };
}
