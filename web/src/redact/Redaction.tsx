import { type ReactElement, useMemo } from 'react';
import { FullView } from '../line/FullView.tsx';
import { type PanelProps, usePage } from '../page/page-context.ts';
import { ScrollRegion } from '../parts/content.tsx';
import { CopyButton } from '../parts/controls.tsx';
import { PasteField } from '../parts/PasteField.tsx';
import { countOf } from '../text/words.ts';
import { RedactedText } from '../parts/Argv.tsx';
import { useAnswer } from '../worker/use-answer.ts';

/** A tool's output as a model gets it, with the rules that found secrets in it. */
export function Redaction({ active }: PanelProps): ReactElement {
  const { copy, compilation, dispatch } = usePage();
  const { output: text = '' } = copy;
  const document = compilation.result?.source.text;
  const question = useMemo(() => ({ text, document }), [text, document]);
  const { last, pending, failure } = useAnswer('filter', active && text !== '' ? question : undefined);
  const answer = text === '' ? undefined : last?.answer;
  const found = answer?.rules.map(({ rule, count, line }) => `${rule}: ${count}, first in line ${line}`).join(' · ');
  return (
    <FullView
      view="redact"
      sentence="See a tool’s output as a model gets it: possible secrets are replaced. The output stays on this page."
    >
      <PasteField
        label="Output of a tool"
        note={found === '' ? 'No rule found a secret. The rules know secrets by prefix, key or header.' : found}
        rows={10}
        wrap="off"
        placeholder="Paste a tool’s output."
        text={text}
        onText={(value, label) => dispatch({ type: 'set', key: 'output', value: value || undefined, label })}
      />
      {failure !== undefined && <p className="bad">{failure}</p>}
      {answer && (
        <div className="stack" aria-busy={pending}>
          <div className="row">
            <h3 className="grow">The model gets</h3>
            <CopyButton label={`Copy ${countOf(answer.after.length, 'character')}`} text={() => answer.after} />
          </div>
          <ScrollRegion label="The model gets" className="boxed scrolls">
            <pre className="wrap">
              <RedactedText text={answer.after} />
            </pre>
          </ScrollRegion>
        </div>
      )}
    </FullView>
  );
}
