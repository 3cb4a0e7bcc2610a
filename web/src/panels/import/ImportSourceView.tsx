import { type ReactElement, useRef } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { IMPORT_SAMPLES } from '../../samples/import/index.ts';
import type { ImportItem } from '../../state/import-items.ts';
import { type ReadFiles, readFiles } from './read-files.ts';

interface ImportSourceViewProps {
  readonly item: ImportItem;
  readonly onText: (text: string) => void;
  readonly onFiles: (files: ReadFiles) => void;
}

/** The text as it came; what is not there yet is pasted, chosen, dropped or tried. */
export function ImportSourceView({ item, onText, onFiles }: ImportSourceViewProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  return (
    <section className="import-source" aria-label="Source">
      <div className="row">
        <button type="button" className="button button-small" onClick={() => field.current?.click()}>
          <Icon name="upload" />
          Choose files
        </button>
        <input
          ref={field}
          type="file"
          multiple
          hidden
          aria-label="Import files"
          onChange={async ({ target }) => {
            onFiles(await readFiles(target.files ?? []));
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <span className="quiet">or drop them anywhere.</span>
      </div>
      <textarea
        className="field mono import-text"
        aria-label="Import text"
        placeholder="Paste what a tool prints for --help, a tool list, a specification or a share link"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        data-autofocus=""
        value={item.text}
        onChange={(event) => onText(event.target.value)}
      />
      {item.text.trim() === '' && (
        <p className="row">
          <span className="quiet">Try</span>
          {IMPORT_SAMPLES.map(({ title, fileName, text }) => (
            <button
              key={title}
              type="button"
              className="button button-small"
              onClick={() => onFiles({ items: [{ text, fileName }], refused: [] })}
            >
              {title}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}
