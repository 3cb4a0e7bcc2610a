import type { ToolChangeKind } from '@atip/core';
import type { ReactElement } from 'react';
import type { ComparedChange, Comparison } from '../../analysis/compare/answer-compare.ts';
import { comparisonMarkdown } from '../../analysis/compare/comparison-markdown.ts';
import { KIND_TITLES, KINDS, stepSentence, verdictLine } from '../../analysis/compare/comparison-words.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { visibleText } from '../../state/visible-text.ts';
import { PlaceButton } from './PlaceButton.tsx';
import { ProviderChanges } from './ProviderChanges.tsx';
import type { SourcesModel } from './use-sources.ts';

interface ChangeListProps {
  readonly comparison: Comparison;
  /** A newer text is being worked on. */
  readonly isBehind: boolean;
  /** Absent: the places are those of an earlier text. */
  readonly onGo: SourcesModel['goTo'] | undefined;
}

const ICONS: Readonly<Record<ToolChangeKind, IconName>> = {
  breaking: 'error',
  safety: 'safety',
  additive: 'plus',
  neutral: 'info',
};

/** What differs in meaning, gravest first, and which step in version that asks for. */
export function ChangeList({ comparison, isBehind, onGo }: ChangeListProps): ReactElement {
  const { changes, before, after, verdict, step, providers } = comparison;
  return (
    <div className={isBehind ? 'compare-changes is-stale' : 'compare-changes'}>
      {before.name !== after.name && (
        <p className="compare-refused">
          <Icon name="warning" />
          These are two tools, {visibleText(before.name)} and {visibleText(after.name)}: hardly anything will match.
        </p>
      )}
      <div className="compare-verdict" data-verdict={verdict}>
        <div role="status">
          <h3>{verdictLine(comparison)}</h3>
        </div>
        <p className={step.isEnough ? undefined : 'compare-short'}>
          <Icon name={step.isEnough ? 'check' : 'warning'} />
          {visibleText(stepSentence(comparison))}
        </p>
        {changes.length > 0 && (
          <CopyButton
            label={`Copy ${countOf(changes.length, 'change')} as Markdown`}
            text={() => comparisonMarkdown(comparison)}
          />
        )}
      </div>
      {KINDS.map((kind) => {
        const found = changes.filter((change) => change.kind === kind);
        return (
          found.length > 0 && (
            <section key={kind} className={`compare-group compare-${kind}`} aria-label={KIND_TITLES[kind]}>
              <h4>
                <Icon name={ICONS[kind]} />
                {KIND_TITLES[kind]} <span className="quiet">{found.length.toLocaleString('en')}</span>
              </h4>
              <ChangeTable changes={found} title={KIND_TITLES[kind]} onGo={onGo} />
            </section>
          )
        );
      })}
      <ProviderChanges changes={providers} />
    </div>
  );
}

/** Rows of one group; more than this nobody reads, and Copy has them all. */
const MOST_ROWS = 200;

interface ChangeTableProps {
  readonly changes: readonly ComparedChange[];
  readonly title: string;
  readonly onGo: SourcesModel['goTo'] | undefined;
}

function ChangeTable({ changes, title, onGo }: ChangeTableProps): ReactElement {
  return (
    <>
      <table className="compare-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Where and what</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, MOST_ROWS).map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity beyond their order.
            <tr key={index}>
              <th scope="row">
                <code>{visibleText(change.place)}</code>
                <span className="compare-message">{visibleText(change.message)}</span>
              </th>
              {(['before', 'after'] as const).map((side) => (
                <td key={side} data-side={side}>
                  <span>{visibleText(change[side].words ?? '–')}</span>
                  <PlaceButton side={side} place={change.place} range={change[side].range} onGo={onGo} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > MOST_ROWS && (
        <p className="quiet">{countOf(changes.length - MOST_ROWS, 'more change')}; Copy has them all.</p>
      )}
    </>
  );
}
