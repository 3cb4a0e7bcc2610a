import type { PolicyDecision } from '@atip/core';
import type { ReactElement, ReactNode } from 'react';
import type { CallStages } from './answer-calls.ts';
import { EffectBadges } from '../../components/Badge.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../text/words.ts';
import type { AskedCall } from './asked-call.ts';
import { visibleArgument, visibleJson, visibleOutput, visibleText } from '../../text/visible-text.ts';
import { SANDBOX_MODES, sandboxFacts } from './run-words.ts';

interface StagesProps {
  readonly stages: CallStages;
  readonly onPolicy: () => void;
  /** Takes the call over for editing. Absent: it is being edited. */
  readonly onEdit?: (call: AskedCall) => void;
}

export function Stages({ stages, onPolicy, onEdit }: StagesProps): ReactElement {
  const { check, shellLine, sandbox } = stages;
  const { call, command, effects = {}, stoppedAt, reasons, policy, argv } = check;
  const said = visibleText(reasons.join(' '));
  return (
    <ol className="calls-stages" aria-label="Stages of the call">
      <Stage name="Parse" status="ok" said={visibleText(call.name)}>
        <pre className="calls-arguments scrolls">{visibleJson(call.arguments)}</pre>
        {onEdit && (
          <Button small className="start" onClick={() => onEdit(call)}>
            Put {visibleText(call.name)} into the form
          </Button>
        )}
      </Stage>
      {command ? (
        <Stage name="Map" status="ok" said={command.map(visibleArgument).join(' › ')}>
          <EffectBadges effects={effects} />
        </Stage>
      ) : (
        <Stage name="Map" status="fail" said={said} />
      )}
      <ValidateStage check={check} />
      <PolicyStage decision={policy} onPolicy={onPolicy} />
      {stoppedAt === 'argv' && <Stage name="argv" status="fail" said={said} />}
      {stoppedAt !== 'argv' && !argv && (
        <Stage name="argv" status="skip" said="not built: an earlier stage stopped the call" />
      )}
      {argv && (
        <Stage name="argv" status="ok" said={`${countOf(argv.length, 'element')}, handed to the program one by one`}>
          <Argv argv={argv} />
          {shellLine === undefined ? (
            <p className="quiet">An argument holds half of a character: no shell line can say that.</p>
          ) : (
            <div className="row">
              <ScrollRegion className="grow calls-shell-line scrolls" label="Command line for sh">
                <code className="exact">{visibleOutput(shellLine)}</code>
              </ScrollRegion>
              <CopyButton label="Copy as sh" text={() => shellLine} />
            </div>
          )}
        </Stage>
      )}
      <SandboxStage sandbox={sandbox} />
    </ol>
  );
}

const STATUSES = {
  ok: { icon: 'check', word: 'passed', look: 'tone-good' },
  warn: { icon: 'warning', word: 'passed with a warning', look: 'tone-warning' },
  fail: { icon: 'error', word: 'stopped the call', look: 'tone-error' },
  skip: { icon: 'skip', word: 'not reached', look: 'quiet' },
  note: { icon: 'safety', word: 'for information', look: 'tone-info' },
} as const satisfies Readonly<
  Record<string, { readonly icon: IconName; readonly word: string; readonly look: string }>
>;

type StageStatus = keyof typeof STATUSES;

interface StageProps {
  readonly name: string;
  readonly status: StageStatus;
  readonly said: ReactNode;
  readonly children?: ReactNode;
}

function Stage({ name, status, said, children }: StageProps): ReactElement {
  const { icon, word, look } = STATUSES[status];
  return (
    <li className={`calls-stage ${look}`} data-stage={name.toLowerCase()} data-status={status}>
      <Icon name={icon} />
      <strong>
        {name}
        <span className="visually-hidden">, {word}</span>
      </strong>
      <div className="stack wrap">
        <div>{said}</div>
        {children}
      </div>
    </li>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }): ReactElement | null {
  if (reasons.length === 0) return null;
  return (
    <ul>
      {[...new Set(reasons)].map((reason) => (
        <li key={reason}>{visibleText(reason)}</li>
      ))}
    </ul>
  );
}

function ValidateStage({ check }: { readonly check: CallStages['check'] }): ReactElement {
  const { stoppedAt, problems, warnings, arguments: args = {} } = check;
  if (stoppedAt === 'command') return <Stage name="Validate" status="skip" said="not reached" />;
  const valid = stoppedAt !== 'arguments';
  const errors = valid ? [] : problems;
  const said = valid ? `${countOf(Object.keys(args).length, 'argument')} accepted` : countOf(errors.length, 'error');
  return (
    <Stage name="Validate" status={valid ? (warnings.length > 0 ? 'warn' : 'ok') : 'fail'} said={said}>
      <Reasons reasons={[...errors, ...warnings].map((problem) => problem.message)} />
    </Stage>
  );
}

const DECISIONS: Readonly<Record<PolicyDecision['decision'], { readonly status: StageStatus; readonly said: string }>> =
  {
    allow: { status: 'ok', said: 'allowed' },
    confirm: { status: 'warn', said: 'a person must confirm' },
    deny: { status: 'fail', said: 'denied' },
  };

interface PolicyStageProps extends Pick<StagesProps, 'onPolicy'> {
  readonly decision: PolicyDecision | undefined;
}

function PolicyStage({ decision, onPolicy }: PolicyStageProps): ReactElement {
  if (decision === undefined) return <Stage name="Policy" status="skip" said="not reached" />;
  const { status, said } = DECISIONS[decision.decision];
  const line = (
    <>
      {said}
      {decision.rule !== undefined && (
        <span className="quiet">
          {' '}
          by <code>{decision.rule}</code>
        </span>
      )}{' '}
      <Button look="link" onClick={onPolicy}>
        Show the policy in Safety
      </Button>
    </>
  );
  return (
    <Stage name="Policy" status={status} said={line}>
      <Reasons reasons={decision.violations.map((violation) => violation.message)} />
    </Stage>
  );
}

/** Limits on the running program by the companion's own rules, as far as the metadata decides them. */
function SandboxStage({ sandbox }: { readonly sandbox: CallStages['sandbox'] }): ReactElement {
  if (sandbox === undefined) return <Stage name="Sandbox" status="skip" said="not reached" />;
  const { mode, access } = sandbox;
  return (
    <Stage name="Sandbox" status={mode === 'off' ? 'warn' : 'note'} said={SANDBOX_MODES[mode]}>
      {mode !== 'off' && (
        <dl className="facts-list">
          {sandboxFacts(access).map(({ name, said, missing }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {visibleText(said)} {missing && <span className="badge risk-not-stated">not stated</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Stage>
  );
}

/** Longest element that is shown without a scroll area of its own, in UTF-16 units as shown. */
const MAX_PLAIN = 400;

/**
 * A command line element by element, each with its number, nothing in it unseen.
 *
 * `[data-end]` marks every place that has to be looked at to have seen it all: the end of each scroll area, and of the list.
 */
export function Argv({ argv }: { readonly argv: readonly string[] }): ReactElement {
  return (
    <ol className="argv mono" start={0} aria-label="Command line">
      {argv.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same element may come twice; its place is what it is.
        <li key={index}>
          <Element text={element} index={index} isLast={index === argv.length - 1} />
        </li>
      ))}
    </ol>
  );
}

interface ElementProps {
  readonly text: string;
  readonly index: number;
  readonly isLast: boolean;
}

function Element({ text, index, isLast }: ElementProps): ReactElement {
  const shown = visibleArgument(text);
  if (shown.length <= MAX_PLAIN) {
    return (
      <code>
        <Marked shown={shown} />
        {isLast && <EndMark />}
      </code>
    );
  }
  const length = countOf(text.length, 'character');
  return (
    <div>
      <p className="quiet">{length}:</p>
      <ScrollRegion className="argv-long boxed scrolls" label={`Element ${index}, ${length}`}>
        <code>
          <Marked shown={shown} />
          <EndMark />
        </code>
      </ScrollRegion>
    </div>
  );
}

/** Sets placeholders, such as `⟨8,000 spaces⟩`, apart from text that could be typed. */
function Marked({ shown }: { readonly shown: string }): ReactElement {
  return (
    <>
      {shown.split(/(⟨[^⟩]*⟩)/).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text; their order is their identity.
        index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
      )}
    </>
  );
}

function EndMark(): ReactElement {
  return <span className="argv-end" data-end aria-hidden />;
}
