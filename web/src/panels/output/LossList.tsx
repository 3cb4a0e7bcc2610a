import type { ReactElement } from 'react';
import type { LossGroup, LossPlace } from '../../analysis/output/losses.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { applyEdits } from '../problem-list.ts';
import { useAnswer } from '../use-answer.ts';
import { type OutputPartProps, jumpTo } from './shown-output.ts';

/** What the provider is not told, or in other words: by what is said of it, each place one click away. */
export function LossList(props: OutputPartProps): ReactElement {
  const { question, active } = props;
  const { last, failure } = useAnswer('output-losses', active ? question : undefined);
  const groups = last?.answer;
  if (failure !== undefined) return <p className="output-note">{failure}</p>;
  if (last === undefined || groups === undefined) return <p className="output-note quiet">Looking for losses …</p>;
  if (groups.length === 0) return <p className="output-note">Everything the document says is told.</p>;
  return (
    <ul className="stack">
      {groups.map((group) => (
        <li key={`${group.code} ${group.severity} ${group.message}`}>
          <Group {...props} group={group} text={last.question.text} />
        </li>
      ))}
    </ul>
  );
}

interface GroupProps extends OutputPartProps {
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
      <button type="button" className="place-link mono" onClick={() => jumpTo(props, text, range)}>
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
