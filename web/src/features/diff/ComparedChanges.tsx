import { Table } from '../../components/content.tsx';
import { PROVIDERS, type ToolChangeKind } from '@atip/core';
import type { ReactElement } from 'react';
import type { ComparedChange, Comparison } from './answer-compare.ts';
import type { ProviderChange } from './provider-changes.ts';
import { CopyButton, Button } from '../../components/controls.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { SourcesModel } from './sources.ts';
import { STRICT_PROVIDERS } from '../../document/providers.ts';

interface ComparedChangesProps {
  readonly comparison: Comparison;
  /** A newer text is being worked on. */
  readonly isBehind: boolean;
  /** Absent: the places are those of an earlier text. */
  readonly onGo: SourcesModel['goTo'] | undefined;
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

const PROVIDERS_TITLE = 'What changes for providers';

/** Differences in meaning, gravest first, and the version step that they require. */
export function ComparedChanges({ comparison, isBehind, onGo }: ComparedChangesProps): ReactElement {
  const { changes, before, after, verdict, step, providers } = comparison;
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
        {changes.length > 0 && <CopyButton label="Copy as Markdown" text={() => comparisonMarkdown(comparison)} />}
      </div>
      {before.name !== after.name && (
        <p className="verdict tone-warning">
          <Icon name="warning" />
          These are two tools, {visibleText(before.name)} and {visibleText(after.name)}, so few commands match.
        </p>
      )}
      {changesByKind(changes).map((group) => (
        <ChangeSection key={group.kind} group={group} onGo={onGo} />
      ))}
      <ProviderChanges changes={providers} />
    </div>
  );
}

/** Rows of one group; Copy has all of them. */
const MOST_ROWS = 200;

interface ChangeSectionProps extends Pick<ComparedChangesProps, 'onGo'> {
  readonly group: ReturnType<typeof changesByKind>[number];
}

function ChangeSection({ group: { kind, title, icon, found }, onGo }: ChangeSectionProps): ReactElement {
  return (
    <section className="stack" aria-label={title}>
      <h3 className={`subheading verdict tone-${TONES[kind]}`}>
        <Icon name={icon} />
        <span>
          {title} <span className="quiet">{found.length.toLocaleString('en')}</span>
        </span>
      </h3>
      <Table className="diff-table table-narrow" caption={title} columns={['Where and what', 'Before', 'After']}>
        {found.slice(0, MOST_ROWS).map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity beyond their order.
          <tr key={index}>
            <th scope="row">
              <code>{visibleText(change.place)}</code>
              <p>{visibleText(change.message)}</p>
            </th>
            {(['before', 'after'] as const).map((side) => {
              const { words = '–', range } = change[side];
              return (
                <td key={side} data-side={side}>
                  {visibleText(words)}{' '}
                  {range && (
                    <Button look="link" className="small" disabled={!onGo} onClick={() => onGo?.(side, range)}>
                      line {range.start.line.toLocaleString('en')}
                      <span className="visually-hidden">
                        , {visibleText(change.place)} {side}
                      </span>
                    </Button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
      {found.length > MOST_ROWS && (
        <p className="quiet">{countOf(found.length - MOST_ROWS, 'more change')}. “Copy as Markdown” has them all.</p>
      )}
    </section>
  );
}

const CONSEQUENCES: Readonly<Record<ProviderChange['kind'], { word: string; icon: IconName; look: string }>> = {
  worse: { word: 'Worse', icon: 'warning', look: 'tone-warning' },
  better: { word: 'Better', icon: 'check', look: 'tone-good' },
  neutral: { word: 'Different', icon: 'info', look: '' },
};

function ProviderChanges({ changes }: { readonly changes: readonly ProviderChange[] }): ReactElement {
  return (
    <section className="stack" aria-label={PROVIDERS_TITLE}>
      <h3 className="subheading">{PROVIDERS_TITLE}</h3>
      {changes.length === 0 ? (
        <p className="verdict tone-good">
          <Icon name="check" /> No provider refuses more than before, and the tools keep their names.
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

/** Ways in which tools are compiled here: each provider, and its strict mode. */
const FORMS = PROVIDERS.length + STRICT_PROVIDERS.length;

/** For whom, in few words: `"OpenAI, OpenAI strict"`, or `"every provider"`. */
export function whomOf({ providers }: Pick<ProviderChange, 'providers'>): string {
  return providers.length === FORMS ? 'every provider' : providers.join(', ');
}

/** A comparison as Markdown for a pull request. Foreign text is only in code spans, and cannot leave them. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { before, after, changes, providers } = comparison;
  const parts = [
    `## ${code(before.name)} ${code(before.version)} → ${code(after.name)} ${code(after.version)}`,
    `**${verdictLine(comparison)}**`,
    code(stepSentence(comparison)),
  ];
  for (const { title, found } of changesByKind(changes))
    parts.push(`### ${title} (${found.length})`, found.map(changeLine).join('\n'));
  if (providers.length > 0) {
    const lines = providers.map((change) => `- ${code(change.message)} (${whomOf(change)})`);
    parts.push(`### ${PROVIDERS_TITLE}`, lines.join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function changeLine({ place, message, before, after }: ComparedChange): string {
  const words =
    before.words === after.words ? '' : `: ${code(before.words ?? 'nothing')} → ${code(after.words ?? 'nothing')}`;
  return `- ${code(place)} – ${code(message)}${words}`;
}

/** A code span fenced by more backticks than stand together inside. */
function code(text: string): string {
  const shown = visibleText(text).replace(/\s+/g, ' ');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}
