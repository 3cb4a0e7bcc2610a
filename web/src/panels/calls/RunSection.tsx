import type { CallCheck, ToolCall } from '@atip/core';
import type { ReactElement } from 'react';
import type { Companion } from '../../companion/companion.ts';
import { Icon } from '../../components/Icon.tsx';
import { companionTool } from '../../state/companion.ts';
import { type MayRun, mayRun } from '../../state/may-run.ts';
import { originWord } from '../../state/tool-list.ts';

interface RunSectionProps {
  readonly check: Omit<CallCheck, 'mapping'>;
  /** False: the check is of what was in the fields before. */
  readonly settled: boolean;
  readonly toolName: string;
  readonly companion: Companion;
  readonly underway: boolean;
  readonly onRun: (call: ToolCall) => void;
  readonly onCancel: () => void;
  readonly onCompanion: () => void;
}

const NOT_SETTLED: MayRun = { ok: false, reason: 'Following the call…' };

/** The Run button, or exactly why there is nothing to press. */
export function RunSection(props: RunSectionProps): ReactElement {
  const { check, settled, toolName, companion, underway, onRun, onCancel, onCompanion } = props;
  const may = settled ? mayRun(check, toolName, companion.state) : NOT_SETTLED;
  const known = companionTool(companion.state, toolName);
  const isAway = companion.state.kind !== 'connected' || known === undefined;
  return (
    <section className="calls-run" aria-label="Run">
      <div className="calls-row">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={!may.ok || underway}
          aria-describedby="run-reason"
          onClick={() => may.ok && !underway && onRun(check.call)}
        >
          <Icon name="play" />
          Run {toolName}
        </button>
        {underway && (
          <button type="button" className="button" onClick={onCancel}>
            <Icon name="stop" />
            Cancel the run
          </button>
        )}
        <p id="run-reason" className="quiet grow">
          {may.ok
            ? known &&
              `Runs ${known.executable} by the companion's own metadata (${originWord(known.origin).word}, ${known.trust}), not by the text on the left.`
            : may.reason}
          {!may.ok && settled && isAway && (
            <>
              {' '}
              <button type="button" className="button button-link" onClick={onCompanion}>
                Show the companion
              </button>
            </>
          )}
        </p>
      </div>
    </section>
  );
}
