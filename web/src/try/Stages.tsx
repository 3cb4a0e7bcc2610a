import type { ReactElement, ReactNode } from 'react';
import { EffectBadges, ScrollRegion } from '../components/content.tsx';
import { Button, CopyButton } from '../components/controls.tsx';
import { visibleJson, visibleOutput, visibleText, visibleArgument } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { CallStages } from './answer-calls.ts';
import { sandboxSentences } from './run.ts';
import { effectsSentence } from './verdict.ts';

const STATUSES = {
  ok: { icon: 'check', word: 'passed', look: 'tone-good' },
  warn: { icon: 'warning', word: 'passed with a warning', look: 'tone-warning' },
  ask: { icon: 'hand', word: 'asks', look: 'tone-warning' },
  fail: { icon: 'refuse', word: 'refuses', look: 'tone-error' },
  skip: { icon: 'skip', word: 'not reached', look: 'quiet' },
  note: { icon: 'safety', word: 'for information', look: 'tone-info' },
} as const;

export type StageId = 'read' | 'command' | 'arguments' | 'policy' | 'argv' | 'sandbox';

interface Stage {
  readonly id: StageId;
  readonly name: string;
  readonly status: keyof typeof STATUSES;
  /** Its sentences, each once. */
  readonly sentences: readonly string[];
  readonly detail?: ReactNode;
}

interface StagesProps {
  readonly stages: CallStages;
  readonly open: StageId | undefined;
  readonly onOpen: (id: StageId | undefined) => void;
  readonly onPolicy: () => void;
}

/** The stages that a call passes, one chip each, and the exact command line at the end. */
export function Stages({ stages, open, onOpen, onPolicy }: StagesProps): ReactElement {
  const list = stagesOf(stages, onPolicy);
  const shown = list.find(({ id }) => id === open);
  return (
    <>
      <ol className="row" aria-label="Stages of the call">
        {list.map(({ id, name, status }) => {
          const { icon, word, look } = STATUSES[status];
          return (
            <li key={id}>
              <Button
                small
                icon={icon}
                id={`stage-${id}`}
                className={`try-chip ${look}`}
                data-status={status}
                aria-expanded={id === open}
                aria-controls={id === open ? 'stage-detail' : undefined}
                onClick={() => onOpen(id === open ? undefined : id)}
              >
                {name}
                <span className={status === 'ok' || status === 'note' ? 'visually-hidden' : 'quiet'}>{word}</span>
              </Button>
            </li>
          );
        })}
      </ol>
      {shown && (
        <section className="card try-card stack" id="stage-detail" data-stage={shown.id} aria-label={shown.name}>
          <ul>
            {[...new Set(shown.sentences)].map((sentence) => (
              <li key={sentence}>{visibleText(sentence)}</li>
            ))}
          </ul>
          {shown.detail}
        </section>
      )}
      {stages.check.argv && <CommandLine stages={stages} />}
    </>
  );
}

const DECISIONS = {
  allow: { status: 'ok', said: 'The policy allows it.' },
  confirm: { status: 'ask', said: 'The policy asks a person first.' },
  deny: { status: 'fail', said: 'The policy denies it.' },
} as const;

const NOT_REACHED = { status: 'skip', sentences: ['An earlier stage refused the call.'] } as const;

function stagesOf({ check, sandbox }: CallStages, onPolicy: () => void): readonly Stage[] {
  const { call, command, argv, warnings } = check;
  const problems = check.ok ? [] : check.problems;
  const messages = [...problems, ...warnings].map(({ message }) => message);
  const accepted = `${countOf(check.ok ? Object.keys(check.arguments).length : 0, 'argument')} accepted.`;
  const checked = {
    status: problems.length > 0 ? 'fail' : warnings.length > 0 ? 'warn' : 'ok',
    sentences: messages.length > 0 ? messages : [accepted],
  } as const;
  const decided = check.ok && {
    status: DECISIONS[check.decision].status,
    sentences: [DECISIONS[check.decision].said, ...check.reasons],
    detail: (
      <p className="row">
        {check.rule !== undefined && (
          <span className="quiet">
            Decided by <code>/{check.rule}</code>
          </span>
        )}
        <Button small onClick={onPolicy}>
          Show the policy
        </Button>
      </p>
    ),
  };
  const written = argv && ({ status: 'ok', sentences: [], detail: <Argv argv={argv} /> } as const);
  const limited = sandbox && {
    status: sandbox.mode === 'off' ? ('warn' as const) : ('note' as const),
    sentences: sandboxSentences(sandbox.mode, sandbox.access),
  };
  return [
    {
      id: 'read',
      name: 'Read',
      status: 'ok',
      sentences: [`The model calls ${call.name} with`],
      detail: <pre className="try-arguments scrolls">{visibleJson(call.arguments)}</pre>,
    },
    {
      id: 'command',
      name: 'Command',
      status: command ? 'ok' : 'fail',
      sentences: [command ? `It runs ${command.join(' ')}.` : 'No command of this document has that name.'],
    },
    { id: 'arguments', name: 'Arguments', ...(command ? checked : NOT_REACHED) },
    { id: 'policy', name: 'Policy', ...(decided || NOT_REACHED) },
    { id: 'argv', name: 'Command line', ...(written ?? NOT_REACHED) },
    { id: 'sandbox', name: 'Sandbox', ...(limited ?? NOT_REACHED) },
  ];
}

function CommandLine({ stages: { check, shellLine } }: { readonly stages: CallStages }): ReactElement {
  const { effects = {} } = check;
  return (
    <div className="card try-card stack">
      {shellLine === undefined ? (
        <>
          <p>An argument holds half of a character, so no shell can be given this line.</p>
          <Argv argv={check.argv ?? []} />
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

/** Longest element that is shown without a scroll area of its own, in UTF-16 units as shown. */
const MAX_PLAIN = 400;

interface ArgvProps {
  readonly argv: readonly string[];
  /** Its name for those who do not see it. Absent: Command line. */
  readonly label?: string;
}

/**
 * A command line element by element, each with its number, with every character visible.
 *
 * `[data-end]` marks every place that a person has to see: the end of each scroll area, and of the list.
 */
export function Argv({ argv, label = 'Command line' }: ArgvProps): ReactElement {
  return (
    <ol className="argv mono" start={0} aria-label={label}>
      {argv.map((element, index) => {
        const shown = visibleArgument(element);
        const isLong = shown.length > MAX_PLAIN;
        const length = countOf(element.length, 'character');
        const text = (
          <code>
            {/* Placeholders, such as `⟨8,000 spaces⟩`, apart from text that could be typed. */}
            <Marked text={shown} marks={/(⟨[^⟩]*⟩)/} />
            {(isLong || index === argv.length - 1) && <span className="argv-end" data-end aria-hidden />}
          </code>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same element may come twice; its place is its identity.
          <li key={index}>
            {isLong ? (
              <div>
                <p className="quiet">{length}:</p>
                <ScrollRegion className="boxed scrolls" label={`Element ${index}, ${length}`}>
                  {text}
                </ScrollRegion>
              </div>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Marked({ text, marks }: { readonly text: string; readonly marks: RegExp }): readonly ReactNode[] {
  return text.split(marks).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text; their order is their identity.
    index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
  );
}

/** Output as text, every character visible, with the redacted parts marked. */
export function RedactedText({ text }: { readonly text: string }): ReactNode {
  return <Marked text={visibleOutput(text)} marks={/(\[REDACTED\]|\[TRUNCATED\])/} />;
}
