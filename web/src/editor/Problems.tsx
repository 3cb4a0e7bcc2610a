import type { Issue, IssueSeverity, Range } from '@atip/core';
import { applyEdits, placeOf, sectionHref, sortIssues } from '../document/issues.ts';
import { type ReactElement, memo, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { countOf } from '../text/words.ts';
import { type PanelProps, usePage } from '../page/page-context.ts';

/** Everything that is wrong or doubtful about the document: one line, until a person opens it or there is an error. */
export function Problems(): ReactElement {
  const { compilation, document, dispatch, page } = usePage();
  const { issuesOf } = compilation;
  // Nobody has done anything wrong yet in an empty document.
  const issues = document.text.trim() === '' ? NONE : compilation.issues;
  // Warnings about a document that compiled come a moment later.
  const { result, failure, unchecked } = compilation;
  const isChecked = result === undefined || issuesOf !== undefined;
  const isOver = unchecked || failure !== undefined;
  const none = isChecked ? 'No problems' : isOver ? 'Not checked: it took too long' : 'Checking …';
  const [isOpen, setOpen] = useFold(page.local, document.id, issues);
  const latest = useRef({ text: document.text, issuesOf });
  latest.current = { text: document.text, issuesOf };
  const onJump = useCallback(({ range }: Issue): void => page.reveal(range ?? START), [page]);
  const onFix = useCallback(
    ({ fix }: Issue): void => {
      const { text, issuesOf: of } = latest.current;
      // While a person types, issues are a moment behind, and so are the places that a fix changes.
      if (fix === undefined || of !== text) return;
      // Draw first: the place belongs to the text after the fix.
      flushSync(() => dispatch({ type: 'rewrite', text: applyEdits(text, fix.edits), label: fix.title }));
      const { start } =
        fix.edits.map(({ range }) => range).toSorted((a, b) => a.start.offset - b.start.offset)[0] ?? START;
      page.reveal({ start, end: start });
    },
    [dispatch, page],
  );
  return (
    <section className="pane" aria-label="Problems" data-part="problems" data-pane="problems" tabIndex={-1}>
      <h2 className="problems-line">
        {issues.length === 0 ? (
          <span className="problems-count quiet">
            {isChecked && <Icon name="check" />}
            {none}
          </span>
        ) : (
          <button type="button" className="problems-count bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name={worstOf(issues)} />
            {countIssues(issues)}
            <Icon name="chevron" />
          </button>
        )}
      </h2>
      <span className="visually-hidden" role="status">
        {issues.length > 0 ? countIssues(issues) : isChecked && none}
      </span>
      {isOpen && issues.length > 0 && <ProblemList issues={issues} onJump={onJump} onFix={onFix} />}
    </section>
  );
}

const NONE: readonly Issue[] = [];
const FOLD_KEY = 'atip.problems.v1';

/** Open or closed: as a person chose, else open from the document's first error. Fixing the last one closes nothing. */
function useFold(local: PanelProps['page']['local'], document: string, issues: readonly Issue[]) {
  const [chosen, choose] = useState(() => local.getItem(FOLD_KEY));
  const [raisedBy, setRaisedBy] = useState<string>();
  if (raisedBy !== document && issues.some(({ severity }) => severity === 'error')) setRaisedBy(document);
  const isOpen = chosen === null ? raisedBy === document : chosen === 'open';
  const setOpen = (open: boolean): void => {
    choose(open ? 'open' : 'closed');
    local.setItem(FOLD_KEY, open ? 'open' : 'closed');
  };
  return [isOpen, setOpen] as const;
}

/** Redrawn only when the issues change, not with each key. */
const ProblemList = memo(function ProblemList(props: Ways & { readonly issues: readonly Issue[] }): ReactElement {
  const { issues, ...ways } = props;
  const sorted = useMemo(() => sortIssues(issues), [issues]);
  return (
    <div className="pane-body">
      <ul className="problems">
        {sorted.slice(0, MAX_LISTED).map((issue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be alike in every field; only their order tells them apart.
          <Problem key={index} issue={issue} {...ways} />
        ))}
      </ul>
      {sorted.length > MAX_LISTED && (
        <p className="pane-note quiet">{countOf(sorted.length - MAX_LISTED, 'more problem')} not listed.</p>
      )}
    </div>
  );
});

interface Ways {
  readonly onJump: (issue: Issue) => void;
  readonly onFix: (issue: Issue) => void;
}

/** Target of an issue without a place of its own. */
const START: Range = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };

function Problem({ issue, onJump, onFix }: Ways & { readonly issue: Issue }): ReactElement {
  const { severity, message, section, fix } = issue;
  return (
    <li className={`problem problem-${severity}`}>
      <button
        type="button"
        className={`problem-jump bare tone-${severity}`}
        onClick={() => onJump(issue)}
        data-code={issue.code}
      >
        <Icon name={severity} />
        <span className="visually-hidden">{severity}, </span>
        <span className="problem-place mono">{placeOf(issue)}</span>
        <span className="problem-message">{message}</span>
      </button>
      <span className="problem-ways">
        {section !== undefined && (
          <a className="quiet" href={sectionHref(section)} target="_blank" rel="noopener">
            § {section}
          </a>
        )}
        {fix && (
          <Button small onClick={() => onFix(issue)}>
            {fix.title}
          </Button>
        )}
      </span>
    </li>
  );
}

/** Most problems shown at once; a broken generator can make tens of thousands. */
const MAX_LISTED = 200;

/** For example `"3 problems: 2 errors, 1 warning"`. */
function countIssues(issues: readonly Issue[]): string {
  const of = (severity: IssueSeverity): number => issues.filter((issue) => issue.severity === severity).length;
  const counts = { error: of('error'), warning: of('warning'), note: of('info') };
  const said = Object.entries(counts).flatMap(([noun, count]) => (count > 0 ? [countOf(count, noun)] : []));
  return said.length === 1 ? said.join() : `${countOf(issues.length, 'problem')}: ${said.join(', ')}`;
}

function worstOf(issues: readonly Issue[]): IssueSeverity {
  return sortIssues(issues)[0]?.severity ?? 'info';
}
