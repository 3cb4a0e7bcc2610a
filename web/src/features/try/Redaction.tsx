import { type ReactElement, useMemo, useRef } from 'react';
import { Button, CopyButton } from '../../components/controls.tsx';
import { ScrollRegion, Table } from '../../components/content.tsx';
import { usePage } from '../../page/page-context.ts';
import { countOf } from '../../text/words.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import type { FilterAnswer, RuleCount } from './answer-redaction.ts';
import { RedactedText } from './Argv.tsx';
import { PasteField } from './PasteField.tsx';

export function Redaction({ active }: { readonly active: boolean }): ReactElement {
  const { copy, compilation } = usePage();
  const { output: text = '' } = copy;
  const field = useRef<HTMLTextAreaElement>(null);
  const document = compilation.result?.source.text;
  const question = useMemo(() => ({ text, ...(document !== undefined && { document }) }), [text, document]);
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
        example={EXAMPLE_LOG}
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

/**
 * A CI log with made-up secrets. Tokens are put together from pieces, so that no scanner takes this file for a leak; each
 * has the form of the real thing, and none has ever been one.
 */
const FILLER = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const GITHUB = `${['gh', 'p_'].join('')}${FILLER.slice(0, 36)}`;
const NPM = `${['np', 'm_'].join('')}${FILLER.slice(0, 36)}`;
const AWS = `${['AK', 'IA'].join('')}${FILLER.toUpperCase().slice(0, 16)}`;
const KEY_WORDS = ['RSA', 'PRIVATE', 'KEY'].join(' ');

const EXAMPLE_LOG: string = `2026-03-02T09:14:08Z git clone https://ci-bot:${GITHUB}@github.com/acme/shop.git
2026-03-02T09:14:12Z //registry.npmjs.org/:_authToken=${NPM}
2026-03-02T09:14:31Z added 412 packages in 19s
2026-03-02T09:14:33Z \u001b[32m✓\u001b[0m prices › rounds half up (3 ms)
2026-03-02T09:14:35Z   DATABASE_URL=postgres://shop:correct-horse-battery@db.internal:5432/shop
2026-03-02T09:14:36Z AWS_ACCESS_KEY_ID=${AWS}
2026-03-02T09:14:36Z curl -H "Authorization: Bearer ${GITHUB}" https://api.github.com/repos/acme/shop
-----BEGIN ${KEY_WORDS}-----
MIIEowIBAAKCAQEAn0t4r3alk3yB4tIts5hap3d1ik3One
-----END ${KEY_WORDS}-----
2026-03-02T09:14:38Z customer of the failed order: CUST-204817
2026-03-02T09:14:38Z ##[error]Process completed with exit code 1
`;
