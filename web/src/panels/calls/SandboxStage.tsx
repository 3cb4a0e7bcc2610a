import type { ReactElement } from 'react';
import type { CallStages } from '../../analysis/calls/answer-call-stages.ts';
import { visibleText } from '../../state/visible-text.ts';
import { sandboxLines } from '../../state/sandbox-lines.ts';
import { Stage } from './Stage.tsx';

/** What would hold the program while it runs, by the companion's own rules, as far as the metadata decides it. */
export function SandboxStage({ sandbox }: { readonly sandbox: CallStages['sandbox'] }): ReactElement {
  if (sandbox === undefined) return <Stage name="Sandbox" status="skip" said="not reached" />;
  const { mode, facts } = sandboxLines(sandbox);
  return (
    <Stage name="Sandbox" status={sandbox.mode === 'off' ? 'warn' : 'note'} said={mode}>
      <dl className="calls-sandbox">
        {facts.map(({ name, said, missing }) => (
          <div key={name} className="calls-sandbox-row">
            <dt>{name}</dt>
            <dd>
              {visibleText(said)}
              {missing && <span className="calls-missing">not stated</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Stage>
  );
}
