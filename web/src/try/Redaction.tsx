import { type ReactElement, useMemo, useRef } from 'react';
import { Button, CopyButton } from '../components/controls.tsx';
import { ScrollRegion, Table } from '../components/content.tsx';
import { usePage } from '../page/page-context.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { FilterAnswer, RuleCount } from './answer-redaction.ts';
import { RedactedText } from './Stages.tsx';
import { PasteField } from './Try.tsx';

export function Redaction({ active }: { readonly active: boolean }): ReactElement {
  const { copy, compilation } = usePage();
  const { output: text = '' } = copy;
  const field = useRef<HTMLTextAreaElement>(null);
  const document = compilation.result?.source.text;
  const question = useMemo(() => ({ text, document }), [text, document]);
  const { last, pending, failure } = useAnswer('filter', active && text !== '' ? question : undefined);
  const answer = text === '' ? undefined : last?.answer;
  // Else the places are those of an earlier text.
  const isCurrent = last?.question.text === text;
  return (
    <div className="stack filter" data-part="filter" data-pending={pending}>
      <PasteField
        kept="output"
        ref={field}
        id="filter-output"
        className="field mono filter-paste"
        rows={10}
        wrap="off"
        placeholder="Paste what a tool printed. Possible secrets are listed below, each with the rule that found it."
      >
        <label className="subheading grow" htmlFor="filter-output">
          Output of a tool <span className="quiet">(it stays on this page)</span>
        </label>
      </PasteField>
      {failure !== undefined && <p className="bad">{failure}</p>}
      {answer && (
        <>
          <Rules rules={answer.rules} onGo={isCurrent ? (rule) => goTo(field.current, rule) : undefined} />
          <Result answer={answer} isBehind={pending} />
        </>
      )}
    </div>
  );
}

/** Selects the first find of a rule. */
function goTo(pasted: HTMLTextAreaElement | null, { start, end, line }: RuleCount): void {
  pasted?.focus();
  pasted?.setSelectionRange(start, end);
  pasted?.scrollTo(0, (line - 1) * Number.parseFloat(getComputedStyle(pasted).lineHeight));
}

interface RulesProps {
  readonly rules: readonly RuleCount[];
  readonly onGo: ((rule: RuleCount) => void) | undefined;
}

function Rules({ rules, onGo }: RulesProps): ReactElement {
  const count = rules.reduce((sum, rule) => sum + rule.count, 0);
  const isClean = count === 0;
  return (
    <div className="stack">
      <p role="status">
        <strong>{isClean ? 'No rule found a secret.' : countOf(count, 'possible secret')}</strong>
        {isClean ? ' The rules know secrets by prefix, key or header.' : `, by ${countOf(rules.length, 'rule')}.`}
      </p>
      {!isClean && (
        <Table caption="Secrets by rule" columns={['Rule', 'Found', 'First']}>
          {rules.map((rule) => (
            <tr key={rule.rule}>
              <th scope="row" className="mono">
                {rule.rule}
              </th>
              <td>{rule.count.toLocaleString('en')}</td>
              <td>
                <Button look="link" disabled={onGo === undefined} onClick={() => onGo?.(rule)}>
                  line {rule.line.toLocaleString('en')}
                  <span className="visually-hidden">, {rule.rule}</span>
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}

function Result({ answer, isBehind }: { readonly answer: FilterAnswer; readonly isBehind: boolean }): ReactElement {
  const { after, cutFrom } = answer;
  return (
    <div className={isBehind ? 'stack is-stale' : 'stack'}>
      <div className="row">
        <strong className="grow">What the model gets</strong>
        <CopyButton label={`Copy ${countOf(after.length, 'character')}`} text={() => after} />
      </div>
      {cutFrom !== undefined && <p>The text is cut: it would have {countOf(cutFrom, 'character')}.</p>}
      <ScrollRegion label="What the model gets" className="text-box">
        <pre>
          <RedactedText text={after} />
        </pre>
      </ScrollRegion>
    </div>
  );
}
