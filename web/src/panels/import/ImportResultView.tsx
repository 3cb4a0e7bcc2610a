import type { ReactElement } from 'react';
import type { ImportedSource } from '../../analysis/import/answer-import.ts';
import { type Detection, IMPORT_KINDS, isImportKind, KIND_LABELS } from '../../state/import-kinds.ts';
import { countOf } from '../../state/health.ts';
import type { ImportItem, ItemChange } from '../../state/import-items.ts';
import { visibleText } from '../../state/visible-text.ts';
import { ImportedDocument } from './ImportedDocument.tsx';

interface ImportResultViewProps {
  readonly item: ImportItem;
  /** Absent until it is known. */
  readonly imported: ImportedSource | undefined;
  /** It belongs to an earlier text. */
  readonly isStale: boolean;
  readonly onChange: (change: ItemChange) => void;
}

/** What a text was taken for, and what it becomes. */
export function ImportResultView({ item, imported, isStale, onChange }: ImportResultViewProps): ReactElement {
  if (imported === undefined || imported.detection.kind === 'empty') return <Teaching />;
  const { detection, result } = imported;
  const kind = item.kind ?? detection.kind;
  return (
    <section className={`import-result${isStale ? ' is-stale' : ''}`} aria-label="Result" aria-busy={isStale}>
      <KindChoice item={item} detection={detection} onChange={onChange} />
      {isImportKind(kind) && kind !== 'atip' && (
        <div className="row">
          <label className="check import-name">
            Tool name
            <input
              className="field"
              value={item.toolName ?? ''}
              placeholder="as in the source"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ toolName: event.target.value.trim() })}
            />
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={item.effects}
              onChange={(event) => onChange({ effects: event.target.checked })}
            />
            Infer effects that are not stated
          </label>
        </div>
      )}
      {result.made === 'document' && <ImportedDocument result={result} kind={kind} />}
      {result.made === 'session' && (
        <p>
          <strong>{countOf(result.documents.length, 'document')}:</strong>{' '}
          {result.documents.map((name) => visibleText(name)).join(', ')}. Your draft stays behind it.
        </p>
      )}
      {result.made === 'nothing' && <Nothing {...result} />}
    </section>
  );
}

interface KindChoiceProps {
  readonly item: ImportItem;
  readonly detection: Detection;
  readonly onChange: (change: ItemChange) => void;
}

/** How sure the recognition is, in words. */
const SURENESS: Readonly<Record<Detection['confidence'], string>> = {
  certain: 'Recognised',
  likely: 'Most likely',
  guess: 'A guess',
};

function KindChoice({ item, detection, onChange }: KindChoiceProps): ReactElement {
  return (
    <div className="row">
      <label className="check">
        Read as
        <select
          className="field import-kind"
          value={item.kind ?? ''}
          onChange={({ target }) => onChange({ kind: isImportKind(target.value) ? target.value : undefined })}
        >
          <option value="">{KIND_LABELS[detection.kind]} (recognised)</option>
          {IMPORT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_LABELS[kind]}
            </option>
          ))}
        </select>
      </label>
      <span className="quiet import-reason" role="status">
        {item.kind === undefined ? `${SURENESS[detection.confidence]}: ${detection.reason}` : 'As you chose.'}
      </span>
    </div>
  );
}

function Nothing({ message, address }: { readonly message: string; readonly address?: string }): ReactElement {
  return (
    <div className="import-nothing" role="status">
      <p>{message}</p>
      {address !== undefined && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          Open {visibleText(address)}
        </a>
      )}
    </div>
  );
}

function Teaching(): ReactElement {
  return (
    <section className="import-result" aria-label="Result">
      <p>
        <strong>What describes a tool becomes an ATIP document</strong>, shown here before it is opened:
      </p>
      <ul className="import-kinds">
        {IMPORT_KINDS.map((kind) => (
          <li key={kind}>{KIND_LABELS[kind]}</li>
        ))}
      </ul>
      <p className="quiet">
        It is recognised by itself. Nothing of it is run, sent away or kept. Effects that nobody stated are inferred
        from names and descriptions, and marked.
      </p>
    </section>
  );
}
