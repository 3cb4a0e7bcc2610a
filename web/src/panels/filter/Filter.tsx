import '../../styles/filter.css';
import { type ReactElement, useMemo, useRef } from 'react';
import type { FilterQuestion } from '../../analysis/filter/answer-filter.ts';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';
import { FilterInput } from './FilterInput.tsx';
import { FilterResult } from './FilterResult.tsx';
import { FilterSettingsForm } from './FilterSettingsForm.tsx';
import type { MarkedTextHandle } from './MarkedTextView.tsx';
import { RuleTable } from './RuleTable.tsx';
import { StreamTest } from './StreamTest.tsx';
import { useFilterSettings } from './use-filter-settings.ts';

/** A tool's output on its way to a model: what is taken out of it, by which rule, and that no boundary lets it slip. */
export function Filter({ active, copy, compilation, dispatch, page }: PanelProps): ReactElement {
  const model = useFilterSettings(page.local);
  const { settings } = model;
  const text = copy.output ?? '';
  const document = compilation.result?.source.text;
  const question = useMemo(
    (): FilterQuestion => ({ text, settings, ...(document !== undefined && { document }) }),
    [text, settings, document],
  );
  const { last, pending, failure } = useAnswer('filter', active ? question : undefined);
  const view = useRef<MarkedTextHandle>(null);
  const answer = last?.question.text === '' ? undefined : last?.answer;
  const setText = (value: string, label?: string): void =>
    dispatch({
      type: 'set',
      key: 'output',
      value: value === '' ? undefined : value,
      ...(label !== undefined && { label }),
    });
  return (
    <div className="panel pane-body filter" data-part="filter" data-pending={pending}>
      <FilterInput ref={view} text={text} answer={answer} onText={setText} tell={page.tell} />
      {failure !== undefined && <p className="bad">{failure}</p>}
      {text !== '' && answer && (
        <>
          <RuleTable rules={answer.rules} redacts={settings.redactSecrets} onGo={(mark) => view.current?.go(mark)} />
          <FilterResult answer={answer} maxLength={settings.maxLength} isBehind={pending} />
        </>
      )}
      <FilterSettingsForm model={model} answers={last?.question.settings === settings ? last.answer.patterns : []} />
      {text !== '' && answer && <StreamTest active={active} question={question} before={answer.before} />}
    </div>
  );
}
