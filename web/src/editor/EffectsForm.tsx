import { type ReactElement, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { usePage } from '../page/page-context.ts';
import { Choice } from '../parts/choices.tsx';
import { Button } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { visibleText } from '../text/visible-text.ts';
import { useAnswer, useAsk } from '../worker/use-answer.ts';
import type { answerEffects } from './answer-effects.ts';

const CHOICES = (['yes', 'no', 'not stated'] as const).map((value) => ({ value, label: value }));

function wordOf(value: boolean | undefined): (typeof CHOICES)[number]['value'] {
  return value === undefined ? 'not stated' : value ? 'yes' : 'no';
}

/** The effects of the chosen command as a form over its JSON. Silence stays "not stated", never no. */
export function EffectsForm(): ReactElement {
  const { form, failure, change } = useForm();
  if (!form?.ok) return <p className="effects-form quiet">{failure ?? form?.message}</p>;
  return (
    <section className="effects-form" aria-label="Effects">
      <div className="row">
        <h3 className="grow clip mono">{visibleText(form.name)}</h3>
        {form.isGroup && <span className="quiet small">also for all commands below</span>}
      </div>
      {form.rows.map(({ field, label, risk, own, above, from, guess }) => (
        <div key={field} className="effect">
          <span className={`row risk-${risk}`}>
            <Icon name={risk} />
            {label}
          </span>
          <Choice
            label={label}
            options={CHOICES}
            value={wordOf(own)}
            onChoose={(word) => change(field, label, word === 'not stated' ? undefined : word === 'yes')}
          />
          <span className="small quiet wrap">
            {above !== undefined && above !== own && `${wordOf(above)}, from ${visibleText(from)}`}
          </span>
          {guess && (
            <span className="row small effect-guess">
              Probably {wordOf(guess.value)}, because of {visibleText(guess.reason)}
              <Button
                small
                aria-label={`Take the guess: ${label}, ${wordOf(guess.value)}`}
                onClick={() => change(field, label, guess.value)}
              >
                Take
              </Button>
            </span>
          )}
        </div>
      ))}
    </section>
  );
}

/** The form of the command at the cursor, and its changes one after another. */
function useForm() {
  const { document, dispatch, page } = usePage();
  const at = useSyncExternalStore(page.cursor.subscribe, page.cursor.get);
  const question = useMemo(() => ({ text: document.text, at }), [document.text, at]);
  const { last, failure } = useAnswer('effects-at', question);
  const ask = useAsk('effects-set');
  const [form, setForm] = useState<ReturnType<typeof answerEffects>>();
  useEffect(() => setForm(last?.answer), [last]);
  const latest = useRef(document.text);
  latest.current = document.text;
  const queue = useRef(Promise.resolve());
  const change = (field: string, label: string, value: boolean | undefined): void => {
    if (!form?.ok) return;
    const { pointer, name, rows } = form;
    // At once, and as the document then says.
    setForm({ ...form, rows: rows.map((row) => (row.field === field ? { ...row, own: value } : row)) });
    const write = async (): Promise<void> => {
      const text = latest.current;
      const outcome = await ask({ text, pointer, field, value });
      const rewrite = (changed: string): void =>
        dispatch({ type: 'edit', text: changed, label: `${visibleText(name)}: ${label}: ${wordOf(value)}` });
      // Drawn at once, so that the next change is made to this text.
      if (outcome.ok && latest.current === text && outcome.answer !== text)
        return flushSync(() => rewrite(outcome.answer));
      setForm(last?.answer);
      page.tell('This could not be written. Correct the errors of the document first.');
    };
    queue.current = queue.current.then(write);
  };
  return { form, failure, change };
}
