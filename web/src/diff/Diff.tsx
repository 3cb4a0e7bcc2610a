import '../components/content.css';
import './diff.css';
import { type ReactElement, useMemo, useState } from 'react';
import { Button, Select } from '../components/controls.tsx';
import { type PanelProps, usePage } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { CompareQuestion } from './answer-compare.ts';
import { ComparedChanges } from './ComparedChanges.tsx';

type Side = 'before' | 'after';

/** Compares two open documents: what breaks, what can do more harm, and the version step that this needs. */
export function Diff(props: PanelProps): ReactElement {
  const { active, copy, document } = props;
  const { documents } = usePage();
  const [shown] = useState(document.id);
  const [chosen, setSources] = useState<Readonly<Record<Side, string>>>();
  const sources = chosen ?? { before: copy.documents.find(({ id }) => id !== shown)?.id ?? shown, after: shown };
  // For a document that was closed, the one that is shown.
  const documentOf = (source: string) => copy.documents.find(({ id }) => id === source) ?? document;
  const sides = { before: documentOf(sources.before), after: documentOf(sources.after) };
  const { before, after } = sides;
  const question = useMemo(
    (): CompareQuestion => ({ before: before.text, after: after.text }),
    [before.text, after.text],
  );
  const isEmpty = before.id === after.id || before.text.trim() === '' || after.text.trim() === '';
  const { last, pending, failure } = useAnswer('compare', active && !isEmpty ? question : undefined);
  const field = (side: Side, label: string): ReactElement => (
    <Select
      label={label}
      options={copy.documents.map(({ id, name }) => ({ value: id, label: name }))}
      value={sides[side].id}
      onChoose={(id) => setSources({ before: before.id, after: after.id, [side]: id })}
    />
  );
  return (
    <div className="panel pane-body diff" data-part="diff" data-pending={pending}>
      <div className="bar diff-sources">
        {field('before', 'Before')}
        <Button look="plain" onClick={() => setSources({ before: after.id, after: before.id })}>
          <span aria-hidden="true">⇄</span> Swap
        </Button>
        {field('after', 'After')}
      </div>
      <div className="diff-body">
        {isEmpty && (
          <div className="stack diff-empty">
            <h2 className="diff-title">Which version does your next release need?</h2>
            <p>
              Open another version of {visibleText(after.name)}, and choose it above. The page says what breaks, what
              can do more harm, and which version number the changes need.
            </p>
            <Button className="start" onClick={documents.openNew}>
              Open another version
            </Button>
          </div>
        )}
        {failure !== undefined && <p className="bad">{failure}</p>}
        {!isEmpty &&
          last &&
          (last.answer.ok ? (
            <ComparedChanges comparison={last.answer} isBehind={pending} />
          ) : (
            <p role="status">
              {visibleText(sides[last.answer.side].name)} ({last.answer.side}) cannot be compared: {last.answer.message}
            </p>
          ))}
      </div>
    </div>
  );
}
