import type { NetworkAttempt } from '@atip/core';
import { type ReactElement, useEffect, useRef } from 'react';
import type { KeptScope } from '../computer/client.ts';
import { Button, CopyButton } from '../components/controls.tsx';
import { CodeView } from '../components/CodeView.tsx';
import { Disclosure, ScrollRegion, Table } from '../components/content.tsx';
import { Icon } from '../components/Icon.tsx';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { usePage } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { ruleLine } from '../safety/decision-words.ts';
import { RedactedText } from './Stages.tsx';
import { exitLine, type PageRun, phaseLine, sandboxLine, type useRun } from './run.ts';

interface RunResultProps {
  readonly run: PageRun;
  readonly runner: Pick<ReturnType<typeof useRun>, 'keepHost' | 'forget'>;
}

export function RunResult({ run, runner }: RunResultProps): ReactElement {
  const { phase, output, exit, result, problem, request, ended } = run;
  const attempts = exit?.sandbox?.connections ?? [];
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.scrollIntoView({ block: ended === undefined ? 'nearest' : 'start' });
    // Only from the bar that started it, or from nowhere: a person who moved on stays there.
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.closest('.try-verdict') != null;
    if (ended !== undefined && isFree) element.focus({ preventScroll: true });
  }, [ended]);
  const message = JSON.stringify(result?.message, null, 2);
  const isBad = phase === 'failed' || result?.success === false;
  return (
    <section className="card try-card stack try-result" data-phase={phase} aria-label="Result" tabIndex={-1} ref={box}>
      <div className="row">
        <p role="status" className={isBad ? 'row bad' : 'row'}>
          <Icon name={isBad ? 'error' : phase === 'done' ? 'check' : 'info'} />
          <strong>{phaseLine(run)}</strong>
        </p>
        <span className="quiet grow">{exit && exitLine(exit)}</span>
        <span className="quiet mono wrap">{visibleText(request.call.name)}</span>
      </div>
      {exit?.reason !== undefined && (
        <p className="verdict tone-warning" data-part="reason">
          <Icon name="warning" />
          {visibleText(exit.reason)}
        </p>
      )}
      {exit?.sandbox && (
        <p className="quiet" data-part="sandbox">
          {sandboxLine(exit.sandbox)}.
        </p>
      )}
      <KeptList run={run} runner={runner} />
      {attempts.length > 0 && <Connections run={run} runner={runner} attempts={attempts} />}
      {problem && phase === 'failed' && (
        <p>
          <strong>{problem.title}.</strong> {problem.detail} <code className="quiet">{problem.code}</code>
        </p>
      )}
      {output.length > 0 && <RunOutput run={run} />}
      {result && (
        <Disclosure summary={`Message for the model (${PROVIDER_LABELS[request.provider]})`}>
          <div className="stack" data-part="message">
            <CodeView label="Message for the model" className="try-message" text={message} />
            <CopyButton label="Copy message" text={() => message} />
          </div>
        </Disclosure>
      )}
    </section>
  );
}

/** Rules that a person's answers added to the companion's policy, each with its undo. */
function KeptList({ run: { id, kept }, runner }: RunResultProps): ReactElement | null {
  const { page } = usePage();
  if (kept.length === 0) return null;
  return (
    <ul className="stack" aria-label="Kept by your answer">
      {kept.map((one) => (
        <li key={one.id} className="row">
          <span className="verdict tone-good grow">
            <Icon name="check" />
            <span>
              {one.rule ? 'Not asked again: ' : 'Allowed host: '}
              <code>{one.rule ? ruleLine(one.rule) : visibleText(one.host ?? '')}</code>{' '}
              <span className="quiet">
                {one.file === undefined ? 'until the companion is stopped' : <>written to {visibleText(one.file)}</>}
              </span>
            </span>
          </span>
          <Button
            small
            onClick={async ({ currentTarget }) => {
              focusResult(currentTarget);
              page.tell((await runner.forget(id, one)) ?? 'Taken back.');
            }}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  );
}

const REFUSALS: Readonly<Record<NonNullable<NetworkAttempt['refused']>, string>> = {
  host: 'refused: no rule lists it',
  port: 'refused: no rule lists this port',
  address: 'refused: an address instead of a name',
  private: 'refused: it leads into a private network',
  malformed: 'refused: no host was named',
  unresolved: 'not found',
  unreachable: 'did not answer',
};

interface ConnectionsProps extends RunResultProps {
  readonly attempts: readonly NetworkAttempt[];
}

/** The hosts that a run asked for, where a policy lists those it may reach. */
function Connections({ run, runner, attempts }: ConnectionsProps): ReactElement {
  const { page } = usePage();
  const refused = attempts.filter((one) => one.refused !== undefined).length;
  const summary = `${countOf(attempts.length, 'host')} asked for${refused > 0 ? `, ${refused} not reached` : ''}`;
  const allow = async (host: string, scope: KeptScope, button: HTMLElement): Promise<void> => {
    focusResult(button);
    const problem = await runner.keepHost(run.id, host, scope);
    if (problem !== undefined) page.tell(problem);
  };
  return (
    <Disclosure summary={summary} open={refused > 0}>
      <Table caption="Hosts that it asked for" columns={['Host', 'Times', 'Outcome', 'Allow it']}>
        {attempts.map((attempt) => {
          const { host, port, count, refused: why } = attempt;
          const name = `${host}:${port}`;
          const rule = hostRule(attempt);
          const isKept = run.kept.some((one) => one.host === rule);
          return (
            <tr key={name}>
              <th scope="row" className="mono">
                {visibleText(name)}
              </th>
              <td>{count.toLocaleString('en')}</td>
              <td className={why === undefined ? undefined : 'bad'}>
                {why === undefined ? 'connected' : REFUSALS[why]}
              </td>
              <td>
                {rule !== undefined && !isKept && (
                  <span className="row">
                    {(['companion', 'always'] as const).map((scope) => (
                      <Button
                        key={scope}
                        small
                        onClick={({ currentTarget }) => void allow(rule, scope, currentTarget)}
                        aria-label={scope === 'always' ? `Always allow ${rule}` : `Allow ${rule} for this companion`}
                      >
                        {scope === 'always' ? 'Always' : 'For this companion'}
                      </Button>
                    ))}
                  </span>
                )}
                {isKept && <span className="quiet">allowed from now on</span>}
              </td>
            </tr>
          );
        })}
      </Table>
    </Disclosure>
  );
}

/** The button that was pressed goes away, and the focus must not go with it. */
function focusResult(button: HTMLElement): void {
  button.closest<HTMLElement>('.try-result')?.focus({ preventScroll: true });
}

/** The host as a policy lists it; `undefined` where that would not help. */
function hostRule({ host, port, refused }: NetworkAttempt): string | undefined {
  if (refused !== 'host' && refused !== 'port') return undefined;
  return port === 80 || port === 443 ? host : `${host}:${port}`;
}

/** The process's redacted output as text: sequences that would steer a terminal are shown instead. */
function RunOutput({ run: { output, dropped } }: { readonly run: PageRun }): ReactElement {
  const whole = output.map(({ text }) => text).join('');
  const hidden = whole.split('[REDACTED]').length - 1;
  return (
    <figure className="stack">
      <figcaption className="row">
        <span className="quiet grow">
          {hidden === 0
            ? 'Output; the companion found no secret in it'
            : `Output; the companion replaced ${countOf(hidden, 'possible secret')} by [REDACTED]`}
          {output.some(({ stream }) => stream === 'stderr') && '; a line at the left marks errors (stderr)'}
          {dropped > 0 && `; the first ${countOf(dropped, 'character')} are no longer shown`}
        </span>
        <CopyButton label="Copy output" text={() => whole} />
      </figcaption>
      <ScrollRegion className="text-box" label="Output of the process">
        <pre>
          {output.map(({ stream, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only appended; their order is their identity.
            <span key={index} className={`try-${stream}`} data-stream={stream}>
              <RedactedText text={text} />
            </span>
          ))}
        </pre>
      </ScrollRegion>
    </figure>
  );
}
