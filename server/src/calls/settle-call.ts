import type { CompanionPorts } from '../ports/companion-ports.ts';
import { ProblemError } from '../http/problem.ts';
import type { ActiveCall } from '../ports/active-calls.ts';
import { CONFIRMATION_LIFETIME } from './active-calls.ts';
import { type RunnableCall, reasonsOf } from './assert-runnable.ts';
import { type Answer, recordDecision } from './audit-call.ts';
import { type Emit, sendEvent } from './send-event.ts';

/**
 * Asks a person where the policy wants that, in the page or in the companion's terminal, and puts on record what was decided.
 *
 * @throws ProblemError when the call is not to run.
 */
export async function settleCall(
  call: ActiveCall,
  prepared: RunnableCall,
  ports: CompanionPorts,
  emit: Emit,
): Promise<void> {
  if (prepared.check.decision.decision !== 'confirm') {
    await recordDecision(call.id, prepared, {}, ports);
    return;
  }
  try {
    await confirm(call, prepared, ports, emit);
  } catch (error) {
    await recordDecision(call.id, prepared, refusalOf(error), ports);
    throw error;
  }
  await recordDecision(call.id, prepared, { approved: true }, ports);
  // Also for whoever was asked in the page: what was said in the terminal is seen nowhere else, least of a silent program.
  await sendEvent({ event: 'confirmed', data: { id: call.id } }, emit, call.signal);
}

/** What is on record when no yes came; also where asking itself failed, that it was to be asked is kept. */
function refusalOf(error: unknown): Answer {
  if (!(error instanceof ProblemError)) return { note: 'It could not be asked.' };
  const { code, detail } = error.problem;
  return code === 'confirmation-denied' ? { approved: false } : { note: detail };
}

async function confirm(call: ActiveCall, prepared: RunnableCall, { ask }: CompanionPorts, emit: Emit): Promise<void> {
  const { hash, argv, check, mapping } = prepared;
  const { executable, cwd, effects } = check;
  const reasons = reasonsOf(prepared);
  const question = { command: mapping.command.join(' '), program: executable, argv, cwd, effects, reasons };
  // Asked before it is announced, so that the quickest answer finds its question.
  const confirmed = call.confirmation(hash, ask && ((withdrawn) => ask(question, withdrawn)));
  const data = {
    id: call.id,
    hash,
    executable,
    argv,
    cwd,
    effects,
    reasons,
    expiresIn: CONFIRMATION_LIFETIME,
    where: ask ? ('terminal' as const) : ('page' as const),
  };
  // Together: the question lapses also for a client that does not read it.
  await Promise.all([confirmed, sendEvent({ event: 'confirmation-required', data }, emit, call.signal)]);
}
