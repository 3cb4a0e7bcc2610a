import { useEffect, useReducer, useRef } from 'react';
import type { Companion } from '../../companion/companion.ts';
import { type CallRunAction, isUnderway } from '../../state/call-run.ts';
import { type RunHistory, type RunRequest, updateHistory } from '../../state/run-history.ts';

export interface Runs {
  readonly history: RunHistory;
  /** True while the newest run has not ended: one at a time. */
  readonly underway: boolean;
  /** @returns the new run's id; `undefined` when there is no companion to ask, or a run is under way */
  readonly start: (request: RunRequest) => number | undefined;
  /** Answers the newest run's open question. */
  readonly decide: (approve: boolean) => void;
  /** Ends the newest run on the companion as well as here. */
  readonly cancel: () => void;
}

/** Runs one call at a time through the companion, follows its events, and remembers those of this visit. */
export function useRuns({ client, token }: Companion): Runs {
  const [history, dispatch] = useReducer(updateHistory, []);
  const connection = useRef<AbortController>(null);
  const lastId = useRef(0);
  useEffect(() => () => connection.current?.abort(), []);
  const newest = history[0];
  const underway = newest !== undefined && isUnderway(newest.run);
  const tell = (id: number, action: CallRunAction): void => dispatch({ type: 'update', id, action, now: Date.now() });

  const start = (request: RunRequest): number | undefined => {
    if (token === undefined || underway) return undefined;
    connection.current?.abort();
    const mine = new AbortController();
    connection.current = mine;
    lastId.current += 1;
    const id = lastId.current;
    dispatch({ type: 'start', id, request, now: Date.now() });
    void client
      .runCall(
        token,
        request,
        (event) => connection.current === mine && tell(id, { type: 'event', event }),
        mine.signal,
      )
      .then((answer) => {
        if (answer.ok) tell(id, { type: 'closed' });
        else if (answer.problem.code === 'aborted') tell(id, { type: 'cancelled' });
        else tell(id, { type: 'failed', problem: answer.problem });
      });
    return id;
  };

  const decide = (approve: boolean): void => {
    const question = newest?.run.question;
    if (newest === undefined || question === undefined || token === undefined) return;
    tell(newest.id, { type: 'decided' });
    void client.decide(token, question.id, approve, question.hash).then((answer) => {
      if (!answer.ok) tell(newest.id, { type: 'failed', problem: answer.problem });
    });
  };

  const cancel = (): void => {
    if (newest === undefined) return;
    const mine = connection.current;
    const id = newest.run.accepted?.id ?? newest.run.question?.id;
    tell(newest.id, { type: 'cancelled' });
    if (id === undefined || token === undefined) {
      mine?.abort();
      return;
    }
    void client.cancel(token, id).then((answer) => {
      // The companion ends a call whose page is gone, so closing the connection is the way that always works.
      mine?.abort();
      if (!answer.ok && answer.problem.code !== 'unknown-call')
        tell(newest.id, { type: 'failed', problem: answer.problem });
    });
  };

  return { history, underway, start, decide, cancel };
}
