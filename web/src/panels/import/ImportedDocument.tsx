import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { ImportResult } from '../../analysis/import/answer-import.ts';
import type { DetectedKind } from '../../state/import-kinds.ts';
import { CodeView, type CodeViewHandle } from '../../components/CodeView.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../state/health.ts';
import { visibleText } from '../../state/visible-text.ts';
import { InferredTable } from './InferredTable.tsx';

interface ImportedDocumentProps {
  readonly result: Extract<ImportResult, { readonly made: 'document' }>;
  readonly kind: DetectedKind;
}

/** The document to be opened: how much is in it, what of it was inferred, what got lost, and the text. */
export function ImportedDocument({ result, kind }: ImportedDocumentProps): ReactElement {
  const { counts, text, name, inferred, inferredTotal, issues, issuesTotal, isShallow } = result;
  return (
    <>
      <p className="import-counts" role="status" data-part="import-counts">
        <span>
          <strong>{countOf(counts.commands, 'command')}</strong>, {countOf(counts.options, 'option')}
          {kind !== 'atip' && <>, effects inferred for {counts.inferred.toLocaleString('en')}</>}
        </span>
        <span className="import-unknown">
          <Icon name="not-stated" />
          {counts.notStated.toLocaleString('en')} not stated
        </span>
      </p>
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
          <ScrollRegion className="import-issues" label="Notes">
            <ul>
              {issues.map(({ severity, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be the same words about two places.
                <li key={index}>
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
  // What nobody stated is what a person has to look at.
  useEffect(() => {
    if (first !== undefined) view.current?.reveal(first);
  }, [first]);
  const reason = pointed === undefined ? undefined : reasons.get(pointed);
  return (
    <div className="import-preview">
      <CodeView
        ref={view}
        label={`${name} as it will be opened`}
        className="import-code mono"
        text={text}
        {...(lines.length > 0 && { actions: { marks, onPoint: setPointed } })}
      />
      {lines.length > 0 && (
        <p className="quiet import-why" role="status">
          {reason === undefined
            ? 'Marked: inferred, stated by nobody. Point at a line for the reason.'
            : visibleText(reason)}
        </p>
      )}
    </div>
  );
}
