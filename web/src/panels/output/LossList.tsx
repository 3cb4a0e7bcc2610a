import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { LossGroup, LossPlace } from '../../analysis/output/group-losses.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { applyEdits } from '../../state/problems.ts';
import { useAnswer } from '../use-answer.ts';
import { type ColumnProps, jumpTo } from './column.ts';

/** What the provider is not told, or in other words: by what is said of it, each place one click away. */
export function LossList(props: ColumnProps): ReactElement {
  const { question, active, highlighter } = props;
  const { last, failure } = useAnswer('output-losses', active ? question : undefined);
  const [isMarked, setMarked] = useState(false);
  const groups = last?.answer;
  const isCurrent = last?.question.text === props.document.text;
  const ranges = useMemo(
    () => (isMarked && isCurrent ? (groups ?? []).flatMap(({ places }) => places.flatMap((p) => p.range ?? [])) : []),
    [isMarked, isCurrent, groups],
  );
  useEffect(() => {
    if (ranges.length === 0) return undefined;
    highlighter.stay(ranges);
    return () => highlighter.stay([]);
  }, [highlighter, ranges]);
  if (failure !== undefined) return <p className="output-note">{failure}</p>;
  if (last === undefined || groups === undefined) return <p className="output-note quiet">Looking for losses …</p>;
  if (groups.length === 0) return <p className="output-note">Everything the document says is told.</p>;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <div className="output-losses">
      <label className="output-check">
        <input type="checkbox" checked={isMarked} onChange={(event) => setMarked(event.target.checked)} />
        Mark all {count.toLocaleString('en')} in the document
      </label>
      <ul>
        {groups.map((group) => (
          <li key={`${group.code} ${group.severity} ${group.message}`}>
            <Group {...props} group={group} text={last.question.text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface GroupProps extends ColumnProps {
  readonly group: LossGroup;
  /** The document that the places are of. */
  readonly text: string;
}

function Group({ group, ...props }: GroupProps): ReactElement {
  const { count, message, severity, places } = group;
  const summary = (
    <>
      <span className={`output-loss-mark is-${severity}`}>
        <Icon name={severity} />
        <span className="visually-hidden">{severity}, </span>
      </span>
      <span className="output-loss-count">{count.toLocaleString('en')} ×</span>
      <span>{message}</span>
    </>
  );
  return (
    <Disclosure summary={summary}>
      <ul className="output-places">
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two places may have one name.
          <Place key={index} {...props} place={place} />
        ))}
      </ul>
      {count > places.length && <p className="quiet">{countOf(count - places.length, 'more place')} not listed.</p>}
    </Disclosure>
  );
}

function Place({ place, text, ...props }: Omit<GroupProps, 'group'> & { readonly place: LossPlace }): ReactElement {
  const { label, range, fix } = place;
  const { document, dispatch, page } = props;
  const onFix = (): void => {
    if (fix === undefined) return;
    if (document.text !== text) page.tell('The document has changed since; the list is new as soon as it compiles.');
    else dispatch({ type: 'rewrite', text: applyEdits(text, fix.edits), label: fix.title });
  };
  return (
    <li>
      <button type="button" className="output-place mono" onClick={() => jumpTo(props, text, range)}>
        {label}
      </button>
      {fix && (
        <button type="button" className="button button-small" onClick={onFix}>
          {fix.title}
        </button>
      )}
    </li>
  );
}
