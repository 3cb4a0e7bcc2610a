import { type ReactElement, useEffect, useRef, useState } from 'react';
import { loadToolNames, loadToolText } from '../../samples/more-tools.ts';
import type { PageDocument } from '../../state/working-copy.ts';
import { type CompareSource, keyOf } from './compare-source.ts';

interface SourceFieldProps {
  readonly label: string;
  readonly source: CompareSource;
  readonly documents: readonly PageDocument[];
  readonly onSource: (source: CompareSource) => void;
  readonly tell: (message: string) => void;
}

/** What one side is: an open document, an everyday tool by name, or a text that is pasted here. */
export function SourceField({ label, source, documents, onSource, tell }: SourceFieldProps): ReactElement {
  const tools = useToolNames(tell);
  const newest = useRef(0);
  const choose = async (key: string): Promise<void> => {
    const [kind = '', rest = ''] = splitOnce(key);
    const turn = newest.current + 1;
    newest.current = turn;
    if (kind === 'document') onSource({ kind: 'document', id: rest });
    else if (kind === 'pasted') onSource({ kind: 'text', origin: 'pasted', name: 'pasted text', text: '' });
    else if (kind === 'tool') {
      const loaded = await loadToolText(rest);
      // Who has chosen something else meanwhile wants that.
      if (turn !== newest.current) return;
      if (loaded.ok) onSource({ kind: 'text', origin: 'tool', name: rest, text: loaded.value });
      else tell(`${rest} did not load: ${loaded.reason}`);
    }
  };
  return (
    <div className="compare-source">
      <label className="compare-label">
        <span>{label}</span>
        <select className="field" value={keyOf(source)} onChange={(event) => void choose(event.target.value)}>
          <optgroup label="Open documents">
            {documents.map(({ id, name }) => (
              <option key={id} value={`document:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <option value="pasted">Pasted text</option>
          {source.kind === 'text' && source.origin === 'sample' && (
            <option value={keyOf(source)}>{source.name} (sample)</option>
          )}
          <optgroup label="Everyday tools">
            {tools.map((name) => (
              <option key={name} value={`tool:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {source.kind === 'text' && source.origin === 'pasted' && (
        <textarea
          className="field mono compare-paste"
          aria-label={`${label}: pasted document`}
          rows={5}
          spellCheck={false}
          wrap="off"
          placeholder="Paste an ATIP document, such as the one of the last release."
          value={source.text}
          onChange={(event) => onSource({ ...source, text: event.target.value })}
        />
      )}
    </div>
  );
}

function splitOnce(key: string): readonly string[] {
  const at = key.indexOf(':');
  return at < 0 ? [key] : [key.slice(0, at), key.slice(at + 1)];
}

function useToolNames(tell: (message: string) => void): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    void loadToolNames().then((loaded) => {
      if (!current) return;
      if (loaded.ok) setNames(loaded.value);
      else tell(`The list of everyday tools did not load: ${loaded.reason}`);
    });
    return () => {
      current = false;
    };
  }, [tell]);
  return names;
}
