import type { ReactElement } from 'react';
import type { CallStages } from '../../analysis/calls/answer-call-stages.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { visibleOutput } from '../../state/visible-text.ts';

/** The command line as each shell would have to be given it. The companion uses none of them. */
export function QuotedLines({ lines }: { readonly lines: NonNullable<CallStages['quoted']> }): ReactElement {
  return (
    <dl className="calls-quoted" aria-label="Quoted for a shell">
      {lines.map(({ shell, quoted }) => (
        <div key={shell} className="calls-quoted-row" data-shell={shell}>
          <dt>{shell}</dt>
          {quoted.ok ? (
            <dd>
              <div className="calls-quoted-line">
                <ScrollRegion className="calls-quoted-code" label={`Command line for ${shell}`}>
                  <code className="exact">{visibleOutput(quoted.text)}</code>
                </ScrollRegion>
                <CopyButton label={`Copy for ${shell}`} text={() => quoted.text} />
              </div>
              {quoted.note !== undefined && <p className="quiet calls-small">{quoted.note}</p>}
            </dd>
          ) : (
            <dd className="quiet calls-small">{quoted.reason}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
