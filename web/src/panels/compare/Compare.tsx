import '../../styles/compare.css';
import { type ReactElement, useMemo, useState } from 'react';
import type { CompareQuestion } from '../../analysis/compare/answer-compare.ts';
import { Choice } from '../../components/Choice.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';
import { ChangeList } from './ChangeList.tsx';
import { EmptyCompare } from './EmptyCompare.tsx';
import { OutputDiff } from './OutputDiff.tsx';
import { SourceField } from './SourceField.tsx';
import { TextDiff } from './TextDiff.tsx';
import { useSources } from './use-sources.ts';

const VIEWS = [
  { value: 'changes', label: 'Changes' },
  { value: 'text', label: 'Text' },
  { value: 'output', label: 'Output' },
] as const;

/** Two documents, or one as two providers get it: what differs in meaning, in text, and in what is sent. */
export function Compare(props: PanelProps): ReactElement {
  const { active, copy, page } = props;
  const model = useSources(props);
  const { sources, texts } = model;
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('changes');
  const question = useMemo(
    (): CompareQuestion => ({ before: texts.before.text, after: texts.after.text }),
    [texts.before.text, texts.after.text],
  );
  const isOne = texts.before.id !== undefined && texts.before.id === texts.after.id;
  const isAsked = active && view === 'changes' && !isOne;
  const { last, pending, failure } = useAnswer('compare', isAsked ? question : undefined);
  const field = (side: 'before' | 'after', label: string): ReactElement => (
    <SourceField
      label={label}
      source={sources[side]}
      documents={copy.documents}
      onSource={(source) => model.setSource(side, source)}
      tell={page.tell}
    />
  );
  return (
    <div className="panel pane-body compare" data-part="compare" data-pending={pending}>
      <div className="compare-sources">
        {field('before', 'Before')}
        <button type="button" className="button compare-swap" onClick={model.swap}>
          <span aria-hidden="true">⇄</span> Swap
        </button>
        {field('after', 'After')}
      </div>
      <Choice label="What is compared" name="compare-view" options={VIEWS} value={view} onChoose={setView} />
      {view === 'changes' && isOne && <EmptyCompare onExample={model.setBoth} onOutput={() => setView('output')} />}
      {failure !== undefined && <p className="bad">{failure}</p>}
      {view === 'changes' &&
        !isOne &&
        last &&
        (last.answer.ok ? (
          <ChangeList
            comparison={last.answer}
            isBehind={pending}
            onGo={last.question === question ? model.goTo : undefined}
          />
        ) : (
          <p className="compare-refused" role="status">
            <Icon name="warning" />
            {texts[last.answer.side].name} ({last.answer.side}) cannot be compared: {last.answer.message}
          </p>
        ))}
      {view === 'text' && (
        <TextDiff
          active={active}
          before={texts.before.text}
          after={texts.after.text}
          names={[texts.before.name, texts.after.name]}
        />
      )}
      {view === 'output' && <OutputDiff active={active} texts={texts} provider={copy.provider} differs={!isOne} />}
    </div>
  );
}
