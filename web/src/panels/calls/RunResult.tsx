import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';
import type { RunRecord } from '../../state/run-history.ts';
import { exitLine, phaseLine, sandboxLine } from '../../state/run-lines.ts';
import { visibleText } from '../../state/visible-text.ts';
import { ElapsedTime } from './ElapsedTime.tsx';
import { ResultMessage } from './ResultMessage.tsx';
import { RunOutput } from './RunOutput.tsx';

/** A run as it happens, and the message that goes back to the model. */
export function RunResult({ record }: { readonly record: RunRecord }): ReactElement {
  const { run, request } = record;
  const { phase, output, dropped, exit, result, problem } = run;
  return (
    <div className="calls-result" data-phase={phase}>
      <div className="calls-row">
        <p role="status" className={phase === 'failed' ? 'calls-row bad' : 'calls-row'}>
          <Icon name={phase === 'failed' ? 'error' : phase === 'done' ? 'check' : 'info'} />
          {phaseLine(run)}
          {exit && <span className="quiet">{exitLine(exit)}</span>}
        </p>
        <span className="grow" />
        <span className="quiet mono calls-wrap">{visibleText(request.call.name)}</span>
        <ElapsedTime started={record.started} ended={record.ended} />
      </div>
      {exit?.sandbox && (
        <p className="quiet" data-part="sandbox">
          {sandboxLine(exit.sandbox)}
        </p>
      )}
      {problem && (
        <p className="calls-wrap">
          <strong>{problem.title}.</strong> {problem.detail} <code className="quiet">{problem.code}</code>
        </p>
      )}
      {output.length > 0 && <RunOutput output={output} dropped={dropped} />}
      {result && <ResultMessage request={request} result={result} />}
    </div>
  );
}
