import type { PolicyDecision, ToolCallValidation } from '@atip/core';
import type { ReactElement, ReactNode } from 'react';
import { EffectBadges } from '../../components/Badge.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import type { CallInspection } from '../../state/inspect-call.ts';
import { visibleArgument, visibleJson, visibleText } from '../../state/visible-text.ts';
import { Argv } from './Argv.tsx';

type Status = 'ok' | 'warn' | 'fail' | 'skip';

const ICONS: Readonly<Record<Status, IconName>> = { ok: 'check', warn: 'warning', fail: 'error', skip: 'skip' };

/** Every stage of a call, what it said and why. */
export function Stages({ inspection }: { readonly inspection: CallInspection }): ReactElement {
  const { call, mapping, validation, decision, argv } = inspection;
  return (
    <ol className="stages" aria-label="Stages of the call">
      <Stage name="Parse" status="ok" said={visibleText(call.name)}>
        <pre className="stage-code">{visibleJson(call.arguments)}</pre>
      </Stage>
      {mapping.ok ? (
        <Stage name="Map" status="ok" said={mapping.command.map(visibleArgument).join(' › ')}>
          <EffectBadges effects={mapping.effects} />
        </Stage>
      ) : (
        <Stage name="Map" status="fail" said={mapping.message} />
      )}
      <ValidateStage validation={validation} />
      <PolicyStage decision={decision} />
      {argv === undefined && <Stage name="argv" status="skip" said="not built: an earlier stage stopped the call" />}
      {argv?.ok === false && <Stage name="argv" status="fail" said={argv.message} />}
      {argv?.ok && (
        <Stage name="argv" status="ok" said={countOf(argv.argv.length, 'element')}>
          <Argv argv={argv.argv} />
        </Stage>
      )}
    </ol>
  );
}

interface StageProps {
  readonly name: string;
  readonly status: Status;
  /** The answer in one line. */
  readonly said: ReactNode;
  readonly children?: ReactNode;
}

function Stage({ name, status, said, children }: StageProps): ReactElement {
  return (
    <li className={`stage stage-${status}`} data-stage={name.toLowerCase()} data-status={status}>
      <Icon name={ICONS[status]} />
      <span className="stage-name">{name}</span>
      <div className="stage-said">
        <p>{said}</p>
        {children}
      </div>
    </li>
  );
}

function ValidateStage({ validation }: { readonly validation: ToolCallValidation | undefined }): ReactElement {
  if (validation === undefined) return <Stage name="Validate" status="skip" said="not reached" />;
  const { valid, errors, warnings } = validation;
  const said = valid
    ? `${countOf(Object.keys(validation.arguments).length, 'argument')} accepted`
    : countOf(errors.length, 'error');
  return (
    <Stage name="Validate" status={valid ? (warnings.length > 0 ? 'warn' : 'ok') : 'fail'} said={said}>
      <Reasons reasons={[...errors, ...warnings].map((problem) => problem.message)} />
    </Stage>
  );
}

const DECISIONS: Readonly<Record<PolicyDecision['decision'], { readonly status: Status; readonly said: string }>> = {
  allow: { status: 'ok', said: 'allowed' },
  confirm: { status: 'warn', said: 'a person must confirm' },
  deny: { status: 'fail', said: 'denied' },
};

function PolicyStage({ decision }: { readonly decision: PolicyDecision | undefined }): ReactElement {
  if (decision === undefined) return <Stage name="Policy" status="skip" said="not reached" />;
  const { status, said } = DECISIONS[decision.decision];
  return (
    <Stage
      name="Policy"
      status={status}
      said={
        <>
          {said}
          {decision.rule !== undefined && (
            <span className="quiet">
              {' '}
              by <code>{decision.rule}</code>
            </span>
          )}
        </>
      }
    >
      <Reasons reasons={decision.violations.map((violation) => violation.message)} />
    </Stage>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }): ReactElement | null {
  if (reasons.length === 0) return null;
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={reason}>{visibleText(reason)}</li>
      ))}
    </ul>
  );
}
