import type { ReactElement } from 'react';
import type { ShareQuestion } from '../../analysis/share/answer-share.ts';
import type { Suspect } from '../../analysis/share/find-suspects.ts';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../state/health.ts';
import { visibleText } from '../../state/visible-text.ts';

interface SuspectsProps {
  readonly suspects: readonly Suspect[];
  /** As many as there are, with those that are not listed. */
  readonly total: number;
  readonly consent: ShareQuestion['consent'];
  readonly onConsent: (consent: ShareQuestion['consent']) => void;
}

/** What looks like a secret, by place and rule; nothing is made before a person says what to do about it. */
export function Suspects({ suspects, total, consent, onConsent }: SuspectsProps): ReactElement {
  return (
    <div className="suspects">
      <p role="alert">
        <Icon name="warning" />
        <strong>{countOf(total, 'place')} may hold a secret.</strong> A link cannot be called back.
      </p>
      <ScrollRegion className="share-suspects" label="Places that may hold a secret">
        <table>
          <thead>
            <tr>
              <th scope="col">Where</th>
              <th scope="col">Rule</th>
              <th scope="col">Line, without it</th>
            </tr>
          </thead>
          <tbody>
            {suspects.map(({ part, line, rule, shown }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two secrets of one line differ in nothing else.
              <tr key={index}>
                <td>
                  {visibleText(part)}, line {line.toLocaleString('en')}
                </td>
                <td>{rule}</td>
                <td className="mono">{visibleText(shown)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {total > suspects.length && (
        <p className="quiet">
          and {(total - suspects.length).toLocaleString('en')} more; Share redacted takes all out.
        </p>
      )}
      <div className="dialog-row" role="radiogroup" aria-label="What to do about them">
        <label className="check">
          <input
            type="radio"
            name="share-consent"
            checked={consent === 'redacted'}
            onChange={() => onConsent('redacted')}
          />
          Share redacted
        </label>
        <label className="check">
          <input
            type="radio"
            name="share-consent"
            checked={consent === 'anyway'}
            onChange={() => onConsent('anyway')}
          />
          Share anyway
        </label>
      </div>
    </div>
  );
}
