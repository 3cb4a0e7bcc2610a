import '../components/content.css';
import './diff.css';
import { useMemo, useState, type ReactElement } from 'react';
import { Button, Select } from '../components/controls.tsx';
import { usePage, type PanelProps } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { CompareQuestion, ComparedChange, Comparison } from './answer-compare.ts';
import type { ToolChangeKind } from '@atip/core';
import { Icon, type IconName } from '../components/Icon.tsx';
import { countOf } from '../text/words.ts';

type Side = 'before' | 'after';

/** Compares two open documents: what breaks, what can do more harm, and the version step that this needs. */
export function Diff(props: PanelProps): ReactElement {
  const { active, copy, document } = props;
  const { documents } = usePage();
  const [shown] = useState(document.id);
  const [chosen, setSources] = useState<Readonly<Record<Side, string>>>();
  const sources = chosen ?? { before: copy.documents.find(({ id }) => id !== shown)?.id ?? shown, after: shown };
  // For a document that was closed, the one that is shown.
  const documentOf = (source: string) => copy.documents.find(({ id }) => id === source) ?? document;
  const sides = { before: documentOf(sources.before), after: documentOf(sources.after) };
  const { before, after } = sides;
  const question = useMemo(
    (): CompareQuestion => ({ before: before.text, after: after.text }),
    [before.text, after.text],
  );
  const isEmpty = before.id === after.id || before.text.trim() === '' || after.text.trim() === '';
  const { last, pending, failure } = useAnswer('compare', active && !isEmpty ? question : undefined);
  const field = (side: Side, label: string): ReactElement => (
    <Select
      label={label}
      options={copy.documents.map(({ id, name }) => ({ value: id, label: name }))}
      value={sides[side].id}
      onChoose={(id) => setSources({ before: before.id, after: after.id, [side]: id })}
    />
  );
  return (
    <div className="panel pane-body diff" data-part="diff" data-pending={pending}>
      <div className="bar diff-sources">
        {field('before', 'Before')}
        <Button look="plain" onClick={() => setSources({ before: after.id, after: before.id })}>
          <span aria-hidden="true">⇄</span> Swap
        </Button>
        {field('after', 'After')}
      </div>
      <div className="diff-body">
        {isEmpty && (
          <div className="stack diff-empty">
            <h2 className="diff-title">Which version does your next release need?</h2>
            <p>
              Open another version of {visibleText(after.name)}, and choose it above. The page says what breaks, what
              can do more harm, and which version number the changes need.
            </p>
            <Button className="start" onClick={documents.openNew}>
              Open another version
            </Button>
          </div>
        )}
        {failure !== undefined && <p className="bad">{failure}</p>}
        {!isEmpty &&
          last &&
          (last.answer.ok ? (
            <ComparedChanges comparison={last.answer} isBehind={pending} />
          ) : (
            <p role="status">
              {visibleText(sides[last.answer.side].name)} ({last.answer.side}) cannot be compared: {last.answer.message}
            </p>
          ))}
      </div>
    </div>
  );
}

interface ComparedChangesProps {
  readonly comparison: Comparison;
  /** A newer text is being worked on. */
  readonly isBehind: boolean;
}

interface KindWords {
  readonly kind: ToolChangeKind;
  readonly title: string;
  readonly noun: string;
  readonly icon: IconName;
}

/** Gravest first. */
const KINDS: readonly KindWords[] = [
  { kind: 'breaking', title: 'Breaking: calls that worked stop working', noun: 'breaking change', icon: 'error' },
  { kind: 'safety', title: 'Safety: the possible harm has changed', noun: 'safety change', icon: 'safety' },
  { kind: 'additive', title: 'Additions: calls that worked still work', noun: 'addition', icon: 'plus' },
  { kind: 'neutral', title: 'Wording: only descriptions and spelling changed', noun: 'neutral change', icon: 'info' },
];

const TONES = { breaking: 'error', safety: 'warning', additive: 'good', neutral: 'info' };

/** Differences in meaning, gravest first, and the version step that they require. */
function ComparedChanges({ comparison, isBehind }: ComparedChangesProps): ReactElement {
  const { changes, before, after, verdict, step } = comparison;
  return (
    <div className={isBehind ? 'stack is-stale' : 'stack'}>
      <div className="row diff-verdict" data-verdict={verdict}>
        <div role="status" className="grow stack">
          <h2 className="diff-title">{visibleText(stepSentence(comparison))}</h2>
          <p className={step.isEnough ? 'verdict tone-good' : 'verdict tone-warning'}>
            <Icon name={step.isEnough ? 'check' : 'warning'} />
            {verdictLine(comparison)}
          </p>
        </div>
      </div>
      {before.name !== after.name && (
        <p className="verdict tone-warning">
          <Icon name="warning" />
          These are two tools, {visibleText(before.name)} and {visibleText(after.name)}, so few commands match.
        </p>
      )}
      {changesByKind(changes).map((group) => (
        <ChangeSection key={group.kind} group={group} />
      ))}
    </div>
  );
}

/** Rows of one group. */
const MOST_ROWS = 200;

interface ChangeSectionProps {
  readonly group: ReturnType<typeof changesByKind>[number];
}

function ChangeSection({ group: { kind, title, icon, found } }: ChangeSectionProps): ReactElement {
  return (
    <section className="stack" aria-label={title}>
      <h3 className={`subheading verdict tone-${TONES[kind]}`}>
        <Icon name={icon} />
        <span>
          {title} <span className="quiet">{found.length.toLocaleString('en')}</span>
        </span>
      </h3>
      <ul className="stack" aria-label={title}>
        {found.slice(0, MOST_ROWS).map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity beyond their order.
          <li key={index} className="listed">
            <code>{visibleText(change.place)}</code>
            <p>{visibleText(change.message)}</p>
          </li>
        ))}
      </ul>
      {found.length > MOST_ROWS && (
        <p className="quiet">
          {countOf(found.length - MOST_ROWS, 'more change')}. <code>atip diff</code> lists them all.
        </p>
      )}
    </section>
  );
}

function changesByKind(changes: readonly ComparedChange[]) {
  return KINDS.map((words) => ({ ...words, found: changes.filter(({ kind }) => kind === words.kind) })).filter(
    ({ found }) => found.length > 0,
  );
}

/** `"major: 2 breaking changes, 1 safety change"` */
export function verdictLine({ verdict, changes }: Pick<Comparison, 'verdict' | 'changes'>): string {
  if (changes.length === 0) return 'No change in meaning';
  const counts = changesByKind(changes).map(({ found, noun }) => countOf(found.length, noun));
  return `${verdict}: ${counts.join(', ')}`;
}

/** `"1.2.0 → 1.2.1 is a patch, but this needs 2.0.0."` */
export function stepSentence({ before, after, step }: Pick<Comparison, 'before' | 'after' | 'step'>): string {
  const { stated, needed, isEnough } = step;
  const versions = `${before.version} → ${after.version}`;
  const asked = needed === undefined ? '' : `; these changes ask for ${needed} or later`;
  if (stated === 'unreadable') return `${versions} cannot be compared as versions${asked}.`;
  if (stated === 'backwards') return `${versions} goes backwards${asked}.`;
  const said = stated === 'none' ? `Both are version ${before.version}` : `${versions} is a ${stated} step`;
  if (!isEnough) return `${said}, but this needs ${needed}.`;
  return `${said}, and ${stated === 'none' ? 'no change asks for another' : 'that is enough'}.`;
}
