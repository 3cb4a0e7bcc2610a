import type { SandboxAccess, SandboxMode } from '@atip/core';
import type { ReactElement, ReactNode } from 'react';
import { Argv } from '../parts/Argv.tsx';
import { riskMarks } from '../document/risks.ts';
import { Badges, ScrollRegion } from '../parts/content.tsx';
import { CopyButton } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { LOOKS } from '../parts/Verdict.tsx';
import { visibleOutput, visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { CallStages } from './answer-calls.ts';

/** The stages that a call passes, as far as it comes, with the exact command line. The verdict has the reasons. */
export function Stages(stages: CallStages): ReactElement {
  const { verdict, accepted, decidedBy, argv, shellLine, effects = {}, isServed, sandbox } = stages;
  const isFit = verdict.outcome !== 'arguments';
  return (
    <section className="card" aria-label="Stages of the call">
      <dl className="facts">
        <Stage name="Arguments" look={isFit ? 'allow' : 'deny'}>
          {isFit && (accepted === 0 ? 'None given, and none needed.' : `${countOf(accepted, 'argument')} accepted.`)}
        </Stage>
        {isFit && (
          <Stage name="Policy" look={verdict.decision}>
            {decidedBy}
          </Stage>
        )}
        {isFit && !isServed && (
          <Stage name="Command line">
            {shellLine === undefined ? (
              <Argv argv={argv ?? []} label="Command line, element by element" />
            ) : (
              <ScrollRegion className="scrolls" label="Command line">
                <code className="exact">{visibleOutput(shellLine)}</code>
              </ScrollRegion>
            )}
            <div className="row">
              {shellLine !== undefined && <CopyButton label="Copy command line" text={() => shellLine} />}
              <Badges marks={riskMarks(effects)} />
            </div>
          </Stage>
        )}
        {sandbox && (
          <Stage name="Sandbox" look="none">
            {visibleText(sandboxWords(sandbox.mode, sandbox.access))}
          </Stage>
        )}
      </dl>
    </section>
  );
}

interface StageProps {
  readonly name: string;
  readonly look?: keyof typeof LOOKS;
  readonly children: ReactNode;
}

function Stage({ name, look = 'allow', children }: StageProps): ReactElement {
  const { tone, icon, word } = LOOKS[look];
  return (
    <>
      <dt className={`verdict tone-${tone}`}>
        <Icon name={icon} />
        {name} {(look === 'confirm' || look === 'deny') && word.toLowerCase()}
      </dt>
      <dd className="stack" data-stage={name}>
        {children}
      </dd>
    </>
  );
}

/** The limits on a call; one that follows from a gap in the document says so. */
export function sandboxWords(mode: SandboxMode, { network, changes, emptyHome, unstated }: SandboxAccess): string {
  if (mode === 'off') return 'Runs without a sandbox: the program has all your rights.';
  const places = changes === 'working-directory' ? 'files in its directory' : [changes].flat().join(', ');
  const within = changes === 'nothing' ? '' : ' within the companion’s directories';
  const gaps = unstated.map((fact) => (fact === 'network' ? 'whether it uses the network' : 'what it changes'));
  return [
    mode === 'required' ? 'Runs only in a sandbox:' : 'Runs in a sandbox where one works, and the result says so:',
    `${network ? 'it may use the network' : 'it gets no network'}, may change ${places}${within}, and`,
    emptyHome
      ? 'sees an empty home directory.'
      : 'sees in your home only its directory, its own files and places that you opened.',
    gaps.length > 0 && `The document does not state ${gaps.join(' and ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
