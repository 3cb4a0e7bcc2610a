import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { CodeView, type CodeViewHandle } from '../../components/CodeView.tsx';
import { Disclosure, ScrollRegion, Table } from '../../components/content.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Select } from '../../components/controls.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import type { DocumentResult, ImportedSource, ImportSource } from './answer-import.ts';
import { IMPORT_KINDS, infersEffects, isImportKind, labelOfKind } from './import-kinds.ts';
import { IMPORT_LIST, type ImportItem } from './import-list.ts';

interface ImportResultViewProps {
  readonly item: ImportItem;
  /** Absent until it is known. */
  readonly imported: ImportedSource | undefined;
  readonly isStale: boolean;
}

export function ImportResultView({ item, imported, isStale }: ImportResultViewProps): ReactElement {
  if (imported === undefined || imported.found.kind === 'empty') return <Teaching />;
  const { found, result } = imported;
  const kind = item.kind ?? found.kind;
  const change = (next: Partial<ImportSource>): void => IMPORT_LIST.change(item.id, next);
  return (
    <section
      className={isStale ? 'panel import-result is-stale' : 'panel import-result'}
      aria-label="Result"
      aria-busy={isStale}
    >
      <div className="row">
        <Select
          label="Read as"
          options={[
            { value: '', label: found.words },
            ...IMPORT_KINDS.map((value) => ({ value, label: labelOfKind(value) })),
          ]}
          value={item.kind ?? ''}
          onChoose={(chosen) => change({ kind: chosen === '' ? undefined : chosen })}
        />
        <span className="quiet" role="status">
          {item.kind !== undefined ? 'As you chose.' : found.opens && found.reason}
        </span>
      </div>
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
              onChange={(event) => change({ toolName: event.target.value.trim() || undefined })}
            />
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={item.effects ?? infersEffects(kind)}
              onChange={(event) => change({ effects: event.target.checked })}
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
      {result.made === 'nothing' && (
        <div className="stack" role="status">
          <p>{result.message}</p>
          {result.address !== undefined && (
            <a href={result.address} target="_blank" rel="noopener noreferrer">
              Open {visibleText(result.address)}
            </a>
          )}
        </div>
      )}
    </section>
  );
}

function Teaching(): ReactElement {
  return (
    <section className="panel import-result" aria-label="Result">
      <p>
        <strong>A description of a tool becomes an ATIP document</strong>, shown here before it is opened:
      </p>
      <ul>
        {IMPORT_KINDS.map((kind) => (
          <li key={kind}>{labelOfKind(kind)}</li>
        ))}
      </ul>
      <p className="quiet">
        It is recognised by itself. Nothing of it is run, sent away or kept. Effects of a program that nobody stated are
        inferred from names and descriptions, and marked; those of functions stay unknown.
      </p>
    </section>
  );
}

function ImportedDocument({ result }: { readonly result: DocumentResult }): ReactElement {
  const { counts, inferred, inferredTotal, issues, issuesTotal } = result;
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
      {result.isShallow && (
        <p className="quiet">
          A help text names its subcommands and not what they take: <code>atip describe</code> on your own machine reads
          the help of each.
        </p>
      )}
      {inferredTotal > 0 && (
        <Disclosure summary={`${countOf(inferredTotal, 'effect')} inferred, and why`}>
          <ScrollRegion className="scrolls" label="Inferred effects">
            <Table caption="Inferred effects" columns={['Command', 'Effect', 'Because of']}>
              {inferred.map(({ place, field, value, reason }) => (
                <tr key={`${place} ${field} ${value} ${reason}`}>
                  <td className="mono">{visibleText(place)}</td>
                  <td className="mono">
                    {field}: {visibleText(value)}
                  </td>
                  <td>{visibleText(reason)}</td>
                </tr>
              ))}
            </Table>
            {inferredTotal > inferred.length && (
              <p className="quiet">
                and {(inferredTotal - inferred.length).toLocaleString('en')} more, marked in the document
              </p>
            )}
          </ScrollRegion>
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
      <Preview {...result} />
    </>
  );
}

function Preview({ name, text, inferredLines: lines }: DocumentResult): ReactElement {
  const [pointed, setPointed] = useState<number>();
  const marks = useMemo(() => lines.map(({ line }) => line), [lines]);
  const view = useRef<CodeViewHandle>(null);
  const first = marks[0];
  // A person has to check the inferred effects.
  useEffect(() => {
    if (first !== undefined) view.current?.reveal(first);
  }, [first]);
  const reason = lines.find(({ line }) => line === pointed)?.why;
  return (
    <div className="panel import-preview">
      <CodeView
        ref={view}
        label={`${name} as it will be opened`}
        className="code-pane"
        text={text}
        {...(first !== undefined && { actions: { marks, onPoint: setPointed } })}
      />
      {first !== undefined && (
        <p className="quiet foot" role="status">
          {reason === undefined ? 'Marked: inferred, not stated. Point at a line for the reason.' : visibleText(reason)}
        </p>
      )}
    </div>
  );
}
