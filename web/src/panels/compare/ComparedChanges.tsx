import type { ToolChangeKind } from '@atip/core';
import type { ReactElement } from 'react';
import type { ComparedChange, Comparison } from '../../analysis/compare/answer-compare.ts';
import {
  comparisonMarkdown,
  KIND_TITLES,
  KINDS,
  stepSentence,
  verdictLine,
  whomOf,
} from '../../analysis/compare/comparison-words.ts';
import type { ProviderChange } from '../../analysis/compare/provider-changes.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { SourcesModel } from './sources.ts';

interface ComparedChangesProps {
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
export function ComparedChanges({ comparison, isBehind, onGo }: ComparedChangesProps): ReactElement {
  const { changes, before, after, verdict, step, providers } = comparison;
  return (
    <div className={isBehind ? 'stack is-stale' : 'stack'}>
      {before.name !== after.name && (
        <p className="verdict is-warning">
          <Icon name="warning" />
          These are two tools, {visibleText(before.name)} and {visibleText(after.name)}: hardly anything will match.
        </p>
      )}
      <div className="stack boxed compare-verdict" data-verdict={verdict}>
        <div role="status">
          <h3>{verdictLine(comparison)}</h3>
        </div>
        <p className={step.isEnough ? 'verdict is-good' : 'verdict is-warning'}>
          <Icon name={step.isEnough ? 'check' : 'warning'} />
          {visibleText(stepSentence(comparison))}
        </p>
        {changes.length > 0 && (
          <div className="start">
            <CopyButton
              label={`Copy ${countOf(changes.length, 'change')} as Markdown`}
              text={() => comparisonMarkdown(comparison)}
            />
          </div>
        )}
      </div>
      {KINDS.map((kind) => {
        const found = changes.filter((change) => change.kind === kind);
        return (
          found.length > 0 && (
            <section key={kind} className="stack" aria-label={KIND_TITLES[kind]}>
              <h4 className={`subheading verdict compare-${kind}`}>
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

interface ChangeTableProps extends Pick<ComparedChangesProps, 'onGo'> {
  readonly changes: readonly ComparedChange[];
  readonly title: string;
}

function ChangeTable({ changes, title, onGo }: ChangeTableProps): ReactElement {
  return (
    <>
      <table className="table compare-table">
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
                <br />
                {visibleText(change.message)}
              </th>
              {(['before', 'after'] as const).map((side) => (
                <td key={side}>
                  {visibleText(change[side].words ?? '–')}
                  <PlaceButton {...{ side, change, onGo }} />
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

interface PlaceButtonProps extends Pick<ComparedChangesProps, 'onGo'> {
  readonly side: 'before' | 'after';
  readonly change: ComparedChange;
}

function PlaceButton({ side, change, onGo }: PlaceButtonProps): ReactElement | null {
  const { range } = change[side];
  if (range === undefined) return null;
  return (
    <>
      <br />
      <button
        type="button"
        className="button button-link small"
        disabled={onGo === undefined}
        onClick={() => onGo?.(side, range)}
      >
        line {range.start.line.toLocaleString('en')}
        <span className="visually-hidden">
          , {visibleText(change.place)} {side}
        </span>
      </button>
    </>
  );
}

const CONSEQUENCES: Readonly<
  Record<ProviderChange['kind'], { readonly word: string; readonly icon: IconName; readonly look: string }>
> = {
  worse: { word: 'Worse', icon: 'warning', look: 'is-warning' },
  better: { word: 'Better', icon: 'check', look: 'is-good' },
  neutral: { word: 'Different', icon: 'info', look: '' },
};

/** Consequences for what is sent. */
function ProviderChanges({ changes }: { readonly changes: readonly ProviderChange[] }): ReactElement {
  return (
    <section className="stack" aria-label="What providers make of it">
      <h4 className="subheading">What providers make of it</h4>
      {changes.length === 0 ? (
        <p className="verdict is-good">
          <Icon name="check" /> Each provider accepts both alike: the same tools by the same names, no new refusal.
        </p>
      ) : (
        <ul className="stack">
          {changes.map((change) => {
            const { word, icon, look } = CONSEQUENCES[change.kind];
            return (
              <li key={change.message} className={`verdict ${look}`}>
                <Icon name={icon} />
                <span>
                  <span className="visually-hidden">{word}: </span>
                  {visibleText(change.message)} <span className="quiet">{whomOf(change)}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
