import type { Issue, IssueSeverity, Range } from '@atip/core';
import { applyEdits, placeOf, sortIssues } from '../document/issues.ts';
import { type ReactElement, memo, useCallback, useMemo, useRef } from 'react';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { countOf } from '../text/words.ts';
import type { PanelProps } from '../page/page-context.ts';

type ProblemsProps = Pick<PanelProps, 'compilation' | 'document' | 'dispatch' | 'page'>;

/** Everything that is wrong or doubtful about the document, each one a button to its place. */
export function Problems({ compilation, document, dispatch, page }: ProblemsProps): ReactElement {
  const { issues, issuesOf } = compilation;
  const latest = useRef({ text: document.text, issuesOf });
  latest.current = { text: document.text, issuesOf };
  const onJump = useCallback(({ range }: Issue): void => page.reveal(range ?? START), [page]);
  const onFix = useCallback(
    ({ fix }: Issue): void => {
      const { text, issuesOf: of } = latest.current;
      // While somebody types, issues are a moment behind, and so would be the places that a fix changes.
      if (fix && of === text) dispatch({ type: 'rewrite', text: applyEdits(text, fix.edits), label: fix.title });
    },
    [dispatch],
  );
  return (
    <section className="pane" aria-label="Problems" data-part="problems" data-pane="problems" tabIndex={-1}>
      <div className="pane-bar">
        <h2>Problems</h2>
        <span className="quiet" role="status">
          {countIssues(issues)}
        </span>
      </div>
      <ProblemList issues={issues} onJump={onJump} onFix={onFix} />
    </section>
  );
}

interface ProblemListProps extends Omit<ProblemProps, 'issue'> {
  readonly issues: readonly Issue[];
}

/** Drawn again only when the issues are others, not with each key. */
const ProblemList = memo(function ProblemList({ issues, onJump, onFix }: ProblemListProps): ReactElement {
  const sorted = useMemo(() => sortIssues(issues), [issues]);
  return (
    <div className="pane-body">
      {sorted.length === 0 && (
        <p className="pane-note quiet">Nothing to complain about. Problems appear here as you type.</p>
      )}
      <ul className="problems">
        {sorted.slice(0, MAX_LISTED).map((issue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be alike in every field; only their order tells them apart.
          <Problem key={index} issue={issue} onJump={onJump} onFix={onFix} />
        ))}
      </ul>
      {sorted.length > MAX_LISTED && (
        <p className="pane-note quiet">{countOf(sorted.length - MAX_LISTED, 'more problem')} not listed.</p>
      )}
    </div>
  );
});

interface ProblemProps {
  readonly issue: Issue;
  readonly onJump: (issue: Issue) => void;
  readonly onFix: (issue: Issue) => void;
}

/** Where an issue without a place of its own leads. */
const START: Range = { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };

function Problem({ issue, onJump, onFix }: ProblemProps): ReactElement {
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
        <span className="problem-message">
          {message}
          {section !== undefined && <span className="quiet"> § {section}</span>}
        </span>
      </button>
      {fix && (
        <Button small onClick={() => onFix(issue)}>
          {fix.title}
        </Button>
      )}
    </li>
  );
}

/** Most problems shown at once; a broken generator can make tens of thousands. */
const MAX_LISTED = 200;

/** For example `"2 errors, 1 warning"`, or `"no problems"`. */
function countIssues(issues: readonly Issue[]): string {
  const of = (severity: IssueSeverity): number => issues.filter((issue) => issue.severity === severity).length;
  const parts = [
    [of('error'), 'error'],
    [of('warning'), 'warning'],
    [of('info'), 'note'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, noun]) => countOf(count, noun));
  return said.length === 0 ? 'no problems' : said.join(', ');
}
