import type { Issue } from '@atip/core';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { applyEdits, placeOf, sectionHref, sortIssues } from '../document/issues.ts';
import { usePage } from '../page/page-context.ts';
import { Disclosure } from '../parts/content.tsx';
import { Button } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { visibleOutput } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAsk } from '../worker/use-answer.ts';

/** Most listed at once; a broken generator can make tens of thousands. */
const MAX_LISTED = 100;

/** The problems of the document: one line, until a person opens it or there is an error. Notes are no problems. */
export function Problems(): ReactElement {
  const { compilation, document, dispatch, page } = usePage();
  const { issuesOf, result, failure } = compilation;
  // Nobody has done anything wrong yet in an empty document.
  const isBlank = document.text.trim() === '';
  const sorted = useMemo(() => (isBlank ? [] : sortIssues(compilation.issues)), [isBlank, compilation.issues]);
  const problems = sorted.filter(({ severity }) => severity !== 'info');
  const notes = sorted.length - problems.length;
  const worst = problems[0]?.severity;
  // Fixing the last error closes nothing.
  const [hadError, setHadError] = useState(false);
  if (!hadError && worst === 'error') setHadError(true);
  const section = useRef<HTMLElement>(null);
  const latest = useRef(document.text);
  latest.current = document.text;
  const rewrite = (text: string, label: string): void => {
    // The pressed button goes away.
    section.current?.focus();
    dispatch({ type: 'edit', text, label });
  };
  const askMend = useAsk('mend');
  const mendAll = async (): Promise<void> => {
    const { text } = document;
    const outcome = await askMend({ text });
    // Else something was typed meanwhile.
    if (outcome.ok && latest.current === text)
      rewrite(outcome.answer.text, `Mended ${countOf(outcome.answer.count, 'problem')}`);
  };
  const mend = ({ title, edits }: NonNullable<Issue['fix']>): void => {
    // While a person types, issues are a moment behind, and so are the places that a fix changes.
    if (issuesOf === document.text) rewrite(applyEdits(document.text, edits), visibleOutput(title));
  };
  // Warnings about a document that compiled come a moment later.
  const isChecked = result === undefined || issuesOf !== undefined;
  const words = worst ? countProblems(problems) : isChecked ? 'No problems' : failure ? 'Not checked' : 'Checking …';
  const line = (
    <span className={`row verdict tone-${worst ?? 'info'}`}>
      {(isChecked || worst) && <Icon name={worst ?? 'check'} />}
      <span role="status">{words}</span>
      {notes > 0 && <span className="quiet">{countOf(notes, 'note')}</span>}
    </span>
  );
  return (
    <section ref={section} className="problems" aria-label="Problems" data-part="problems" tabIndex={-1}>
      {problems.filter(({ fix }) => fix !== undefined).length > 1 && (
        <Button small className="problems-mend" onClick={() => void mendAll()}>
          Mend all
        </Button>
      )}
      {sorted.length === 0 ? (
        line
      ) : (
        <Disclosure summary={line} open={hadError}>
          <ul>
            {sorted.slice(0, MAX_LISTED).map(({ severity, message, section: chapter, fix, ...issue }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be alike in every field; only their order tells them apart.
              <li key={index} className="row">
                <button
                  type="button"
                  className={`problem-jump bare verdict tone-${severity}`}
                  onClick={() => page.reveal(issue.range ?? START)}
                >
                  <Icon name={severity} />
                  <span className="visually-hidden">{severity === 'info' ? 'note' : severity}, </span>
                  <span className="problem-place mono">{placeOf(issue)}</span>
                  <span>{visibleOutput(message)}</span>
                </button>
                <span className="row problem-ways">
                  {chapter !== undefined && (
                    <a className="quiet" href={sectionHref(chapter)} target="_blank" rel="noopener">
                      § {chapter}
                    </a>
                  )}
                  {fix && (
                    <Button small onClick={() => mend(fix)}>
                      {visibleOutput(fix.title)}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {sorted.length > MAX_LISTED && (
            <p className="quiet">{(sorted.length - MAX_LISTED).toLocaleString('en')} more not listed.</p>
          )}
        </Disclosure>
      )}
    </section>
  );
}

/** Target of an issue without a place of its own. */
const TOP = { line: 1, column: 1, offset: 0 };
const START = { start: TOP, end: TOP };

/** For example `"2 errors, 1 warning"`. */
function countProblems(problems: readonly Issue[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const counts = [countOf(errors, 'error'), countOf(problems.length - errors, 'warning')];
  return counts.filter((words) => !words.startsWith('0')).join(', ');
}
