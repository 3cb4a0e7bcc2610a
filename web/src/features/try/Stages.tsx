import type { ReactElement, ReactNode } from 'react';
import { EffectBadges } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { visibleArgument, visibleJson, visibleOutput, visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import type { CallStages } from './answer-calls.ts';
import { Argv } from './Argv.tsx';
import { sandboxSentences } from './run-words.ts';
import { effectsSentence } from './verdict.ts';

const STATUSES = {
  ok: { icon: 'check', word: 'passed', look: 'tone-good' },
  warn: { icon: 'warning', word: 'passed with a warning', look: 'tone-warning' },
  ask: { icon: 'hand', word: 'asks', look: 'tone-warning' },
  fail: { icon: 'refuse', word: 'refuses', look: 'tone-error' },
  skip: { icon: 'skip', word: 'not reached', look: 'quiet' },
  note: { icon: 'safety', word: 'for information', look: 'tone-info' },
} as const satisfies Readonly<
  Record<string, { readonly icon: IconName; readonly word: string; readonly look: string }>
>;

export type StageId = 'read' | 'command' | 'arguments' | 'policy' | 'argv' | 'sandbox';

interface Stage {
  readonly id: StageId;
  readonly name: string;
  readonly status: keyof typeof STATUSES;
  readonly detail: ReactNode;
}

/** The stage that refused a call; `undefined` for one that no stage refused. */
export function refusingStage({ check }: CallStages): StageId | undefined {
  return check.stoppedAt ?? (check.decision === 'deny' ? 'policy' : undefined);
}

interface StagesProps {
  readonly stages: CallStages;
  readonly open: StageId | undefined;
  readonly onOpen: (id: StageId | undefined) => void;
  readonly onPolicy: () => void;
}

/** How far a call gets, one chip for each stage, and the exact command line at the end. */
export function Stages({ stages, open, onOpen, onPolicy }: StagesProps): ReactElement {
  const list = [...callStages(stages), policyStage(stages, onPolicy), ...commandLineStages(stages)];
  const shown = list.find(({ id }) => id === open);
  return (
    <>
      <ol className="row" aria-label="Stages of the call">
        {list.map(({ id, name, status }) => {
          const { icon, word, look } = STATUSES[status];
          return (
            <li key={id}>
              <button
                type="button"
                id={`stage-${id}`}
                className={`button button-small try-chip ${look}`}
                data-status={status}
                aria-expanded={id === open}
                aria-controls={id === open ? 'stage-detail' : undefined}
                onClick={() => onOpen(id === open ? undefined : id)}
              >
                <Icon name={icon} />
                {name}
                <span className={status === 'ok' || status === 'note' ? 'visually-hidden' : 'quiet'}>{word}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {shown && (
        <section className="try-card stack" id="stage-detail" data-stage={shown.id} aria-label={shown.name}>
          {shown.detail}
        </section>
      )}
      {stages.check.argv && <CommandLine stages={stages} argv={stages.check.argv} />}
    </>
  );
}

function callStages({ check }: CallStages): readonly Stage[] {
  const { call, command, stoppedAt, problems, warnings, arguments: args = {} } = check;
  const isMapped = command !== undefined;
  const isValid = isMapped && stoppedAt !== 'arguments';
  const found = isMapped
    ? `It runs ${command.map(visibleArgument).join(' ')}.`
    : 'No command of this document has that name.';
  const valid = isValid ? (warnings.length > 0 ? 'warn' : 'ok') : 'fail';
  const messages = [...(isValid ? [] : problems), ...warnings].map(({ message }) => message);
  return [
    {
      id: 'read',
      name: 'Read',
      status: 'ok',
      detail: (
        <>
          <p>
            The model calls <code>{visibleText(call.name)}</code> with
          </p>
          <pre className="try-arguments scrolls">{visibleJson(call.arguments)}</pre>
        </>
      ),
    },
    { id: 'command', name: 'Command', status: isMapped ? 'ok' : 'fail', detail: <p>{visibleText(found)}</p> },
    {
      id: 'arguments',
      name: 'Arguments',
      status: isMapped ? valid : 'skip',
      detail: isMapped ? (
        <Sentences
          sentences={messages.length > 0 ? messages : [`${countOf(Object.keys(args).length, 'argument')} accepted.`]}
        />
      ) : (
        NOT_REACHED
      ),
    },
  ];
}

const NOT_REACHED = <p className="quiet">An earlier stage refused the call.</p>;

const DECISIONS = {
  allow: { status: 'ok', said: 'The policy allows it.' },
  confirm: { status: 'ask', said: 'The policy asks a person first.' },
  deny: { status: 'fail', said: 'The policy denies it.' },
} as const;

function policyStage({ check: { policy } }: CallStages, onPolicy: () => void): Stage {
  if (policy === undefined) return { id: 'policy', name: 'Policy', status: 'skip', detail: NOT_REACHED };
  const { status, said } = DECISIONS[policy.decision];
  const detail = (
    <>
      <Sentences sentences={[said, ...policy.violations.map(({ message }) => message)]} />
      <p className="row">
        {policy.rule !== undefined && (
          <span className="quiet">
            Rule: <code>{policy.rule}</code>
          </span>
        )}
        <Button small onClick={onPolicy}>
          Show the policy
        </Button>
      </p>
    </>
  );
  return { id: 'policy', name: 'Policy', status, detail };
}

function commandLineStages({ check, sandbox }: CallStages): readonly Stage[] {
  const { argv, stoppedAt, reasons } = check;
  const isUnsafe = stoppedAt === 'argv';
  const refused = isUnsafe ? <Sentences sentences={reasons} /> : NOT_REACHED;
  return [
    {
      id: 'argv',
      name: 'Command line',
      status: argv ? 'ok' : isUnsafe ? 'fail' : 'skip',
      detail: argv ? <Argv argv={argv} /> : refused,
    },
    sandbox
      ? {
          id: 'sandbox',
          name: 'Sandbox',
          status: sandbox.mode === 'off' ? 'warn' : 'note',
          detail: <Sentences sentences={sandboxSentences(sandbox.mode, sandbox.access)} />,
        }
      : { id: 'sandbox', name: 'Sandbox', status: 'skip', detail: NOT_REACHED },
  ];
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }): ReactElement {
  return (
    <ul>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{visibleText(sentence)}</li>
      ))}
    </ul>
  );
}

/** The exact command line, and what it does. */
function CommandLine({
  stages,
  argv,
}: {
  readonly stages: CallStages;
  readonly argv: readonly string[];
}): ReactElement {
  const { check, shellLine } = stages;
  const { effects = {} } = check;
  return (
    <div className="try-card stack">
      {shellLine === undefined ? (
        <>
          <p>An argument holds half of a character, so no shell can be given this line.</p>
          <Argv argv={argv} />
        </>
      ) : (
        <div className="row">
          <ScrollRegion className="grow scrolls" label="Command line">
            <code className="exact try-line">{visibleOutput(shellLine)}</code>
          </ScrollRegion>
          <CopyButton label="Copy command line" text={() => shellLine} />
        </div>
      )}
      <div className="row">
        <EffectBadges effects={effects} />
        <span className="quiet">{effectsSentence(effects)}</span>
      </div>
    </div>
  );
}
