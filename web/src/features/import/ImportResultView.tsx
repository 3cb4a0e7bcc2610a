import { Select } from '../../components/Select.tsx';
import { Table } from '../../components/Table.tsx';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { ImportedSource, ImportResult } from './answer-import.ts';
import type { Found } from '../start/recognise.ts';
import { IMPORT_KINDS, infersEffects, isImportKind, KIND_LABELS } from './import-kinds.ts';
import { countOf } from '../../text/words.ts';
import type { ImportItem, ItemChange } from './import-items.ts';
import { visibleText } from '../../text/visible-text.ts';
import { CodeView, type CodeViewHandle } from '../../components/CodeView.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { InferredEffect } from './describe-import.ts';

interface ImportResultViewProps {
  readonly item: ImportItem;
  /** Absent until it is known. */
  readonly imported: ImportedSource | undefined;
  /** It belongs to an earlier text. */
  readonly isStale: boolean;
  readonly onChange: (change: ItemChange) => void;
}

export function ImportResultView({ item, imported, isStale, onChange }: ImportResultViewProps): ReactElement {
  if (imported === undefined || imported.found.kind === 'empty') return <Teaching />;
  const { found, result } = imported;
  const kind = item.kind ?? found.kind;
  return (
    <section className={`import-result${isStale ? ' is-stale' : ''}`} aria-label="Result" aria-busy={isStale}>
      <KindChoice item={item} found={found} onChange={onChange} />
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
              checked={item.effects ?? infersEffects(kind)}
              onChange={(event) => onChange({ effects: event.target.checked })}
            />
            Infer effects that are not stated
          </label>
        </div>
      )}
      {result.made === 'document' && <ImportedDocument result={result} />}
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
  readonly found: Found;
  readonly onChange: (change: ItemChange) => void;
}

function KindChoice({ item, found, onChange }: KindChoiceProps): ReactElement {
  return (
    <div className="row">
      <Select
        label="Read as"
        options={[
          { value: '', label: found.words },
          ...IMPORT_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
        ]}
        value={item.kind ?? ''}
        onChoose={(kind) => onChange({ kind: kind === '' ? undefined : kind })}
      />
      <span className="quiet import-reason" role="status">
        {item.kind !== undefined ? 'As you chose.' : found.opens && found.reason}
      </span>
    </div>
  );
}

function Nothing({ message, address }: { readonly message: string; readonly address?: string }): ReactElement {
  return (
    <div className="stack" role="status">
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
      <ul>
        {IMPORT_KINDS.map((kind) => (
          <li key={kind}>{KIND_LABELS[kind]}</li>
        ))}
      </ul>
      <p className="quiet">
        It is recognised by itself. Nothing of it is run, sent away or kept. Effects of a program that nobody stated are
        inferred from names and descriptions, and marked; those of functions stay unknown.
      </p>
    </section>
  );
}

interface ImportedDocumentProps {
  readonly result: Extract<ImportResult, { readonly made: 'document' }>;
}

/** The document to be opened: how much is in it, what of it was inferred, what got lost, and the text. */
function ImportedDocument({ result }: ImportedDocumentProps): ReactElement {
  const { counts, text, name, inferred, inferredTotal, issues, issuesTotal, isShallow } = result;
  return (
    <>
      <p className="row" role="status" data-part="import-counts">
        <span>
          <strong>{countOf(counts.commands, 'command')}</strong>, {countOf(counts.options, 'option')}
          {counts.inferred > 0 && <>, effects inferred for {counts.inferred.toLocaleString('en')}</>}
        </span>
        <span className="row">
          <Icon name="not-stated" />
          {counts.notStated.toLocaleString('en')} not stated
        </span>
      </p>
      {counts.globals > 0 && (
        <p>
          {countOf(counts.globals, 'global option')} apply to every command. They stay in the document, but models are
          not offered them unless they are required.
        </p>
      )}
      {isShallow && (
        <p className="quiet">
          A help text names its subcommands and not what they take: <code>atip describe</code> on your own machine reads
          the help of each.
        </p>
      )}
      {inferredTotal > 0 && (
        <Disclosure summary={`${countOf(inferredTotal, 'effect')} inferred, and why`}>
          <InferredTable inferred={inferred} total={inferredTotal} />
        </Disclosure>
      )}
      {issuesTotal > 0 && (
        <Disclosure summary={`${countOf(issuesTotal, 'note')} on what was read`}>
          <ScrollRegion className="scrolls" label="Notes">
            <ul>
              {issues.map(({ severity, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be the same words about two places.
                <li key={index} className={`verdict tone-${severity}`}>
                  <Icon name={severity} />
                  <span>
                    <span className="visually-hidden">{severity}: </span>
                    {visibleText(message)}
                  </span>
                </li>
              ))}
            </ul>
            {issuesTotal > issues.length && (
              <p className="quiet">and {(issuesTotal - issues.length).toLocaleString('en')} more</p>
            )}
          </ScrollRegion>
        </Disclosure>
      )}
      <Preview name={name} text={text} lines={result.inferredLines} />
    </>
  );
}

interface PreviewProps {
  readonly name: string;
  readonly text: string;
  readonly lines: Extract<ImportResult, { readonly made: 'document' }>['inferredLines'];
}

function Preview({ name, text, lines }: PreviewProps): ReactElement {
  const [pointed, setPointed] = useState<number>();
  const reasons = useMemo(() => new Map(lines.map(({ line, why }) => [line, why])), [lines]);
  const marks = useMemo(() => lines.map(({ line }) => line), [lines]);
  const view = useRef<CodeViewHandle>(null);
  const first = marks[0];
  // A person has to look at the effects that nobody stated.
  useEffect(() => {
    if (first !== undefined) view.current?.reveal(first);
  }, [first]);
  const reason = pointed === undefined ? undefined : reasons.get(pointed);
  return (
    <div className="import-preview">
      <CodeView
        ref={view}
        label={`${name} as it will be opened`}
        className="code-pane"
        text={text}
        {...(lines.length > 0 && { actions: { marks, onPoint: setPointed } })}
      />
      {lines.length > 0 && (
        <p className="quiet foot" role="status">
          {reason === undefined
            ? 'Marked: inferred, stated by nobody. Point at a line for the reason.'
            : visibleText(reason)}
        </p>
      )}
    </div>
  );
}

interface InferredTableProps {
  readonly inferred: readonly InferredEffect[];
  /** As many as there are, with those that are not listed. */
  readonly total: number;
}

function InferredTable({ inferred, total }: InferredTableProps): ReactElement {
  return (
    <ScrollRegion className="scrolls" label="Inferred effects">
      <Table caption="Inferred effects" columns={['Command', 'Effect', 'Because of']}>
        {inferred.map(({ place, field, value, reason }) => (
          <tr key={`${place} ${field} ${value} ${reason}`}>
            <td className="mono">{place === '' ? 'the tool itself' : visibleText(place)}</td>
            <td className="mono">
              {field}: {visibleText(value)}
            </td>
            <td>{visibleText(reason)}</td>
          </tr>
        ))}
      </Table>
      {total > inferred.length && (
        <p className="quiet">and {(total - inferred.length).toLocaleString('en')} more, marked in the document</p>
      )}
    </ScrollRegion>
  );
}
