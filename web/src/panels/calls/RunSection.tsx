import type { Provider } from '@atip/core';
import type { ReactElement } from 'react';
import type { Companion } from '../../companion/companion.ts';
import { Icon } from '../../components/Icon.tsx';
import { isUnderway } from '../../state/call-run.ts';
import { companionTool } from '../../state/companion.ts';
import type { CallInspection } from '../../state/inspect-call.ts';
import { originWord } from '../../state/tool-list.ts';
import { mayRun } from '../../state/may-run.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { RunResult } from './RunResult.tsx';
import { useCallRun } from './use-call-run.ts';

interface RunSectionProps {
  readonly inspection: CallInspection;
  readonly toolName: string;
  readonly provider: Provider;
  readonly companion: Companion;
  readonly onCompanion: () => void;
}

/** The Run button, or exactly why there is nothing to press, and what came of the last run. */
export function RunSection({ inspection, toolName, provider, companion, onCompanion }: RunSectionProps): ReactElement {
  const { run, start, decide, cancel } = useCallRun(companion);
  const may = mayRun(inspection, toolName, companion.state);
  const underway = run !== undefined && isUnderway(run);
  const known = companionTool(companion.state, toolName);
  return (
    <section className="run" aria-label="Run">
      <div className="row">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={!may.ok || underway}
          aria-describedby="run-reason"
          onClick={() => may.ok && !underway && start({ call: inspection.call, provider })}
        >
          <Icon name="play" />
          Run {toolName}
        </button>
        {underway && (
          <button type="button" className="button" onClick={cancel}>
            Cancel the run
          </button>
        )}
        <p id="run-reason" className="quiet grow">
          {may.ok
            ? known &&
              `Runs ${known.executable} by the companion's own metadata (${originWord(known.origin).word}, ${known.trust}), not by the text on the left.`
            : may.reason}
          {!may.ok && (companion.state.kind !== 'connected' || known === undefined) && (
            <>
              {' '}
              <button type="button" className="button button-link" onClick={onCompanion}>
                Show the companion
              </button>
            </>
          )}
        </p>
      </div>
      {run && <RunResult run={run} />}
      {run?.question && (
        <ConfirmDialog key={run.question.id} question={run.question} onDecide={decide} onCancel={cancel} />
      )}
    </section>
  );
}
