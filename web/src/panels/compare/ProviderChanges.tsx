import type { ReactElement } from 'react';
import { whomOf } from '../../analysis/compare/comparison-words.ts';
import type { ProviderChange } from '../../analysis/compare/provider-changes.ts';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { visibleText } from '../../state/visible-text.ts';

const ICONS: Readonly<Record<ProviderChange['kind'], IconName>> = {
  worse: 'warning',
  better: 'check',
  neutral: 'info',
};
const WORDS: Readonly<Record<ProviderChange['kind'], string>> = {
  worse: 'Worse',
  better: 'Better',
  neutral: 'Otherwise',
};

/** Consequences for what is sent. */
export function ProviderChanges({ changes }: { readonly changes: readonly ProviderChange[] }): ReactElement {
  return (
    <section className="compare-group" aria-label="What providers make of it">
      <h4>What providers make of it</h4>
      {changes.length === 0 ? (
        <p>
          <Icon name="check" /> Each provider accepts both alike: the same tools by the same names, no new refusal.
        </p>
      ) : (
        <ul className="compare-providers">
          {changes.map(({ kind, message, providers }) => (
            <li key={message} data-kind={kind}>
              <Icon name={ICONS[kind]} />
              <span>
                <span className="visually-hidden">{WORDS[kind]}: </span>
                {visibleText(message)} <span className="quiet">{whomOf({ providers })}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
