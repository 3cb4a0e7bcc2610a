import type { CallRequest } from '@atip/companion';
import { useEffect, useReducer, useRef } from 'react';
import { type CallRun, type CallRunAction, NEW_RUN, updateRun } from '../../state/call-run.ts';
import type { Companion } from '../../companion/companion.ts';

interface CallRunControl {
  /** `undefined` before the first run. */
  readonly run: CallRun | undefined;
  readonly start: (request: CallRequest) => void;
  /** Answers the open question. */
  readonly decide: (approve: boolean) => void;
  /** Ends the run on the companion as well as here. */
  readonly cancel: () => void;
}

type Action = { readonly type: 'start' } | CallRunAction;

/** Runs one call at a time through the companion and follows its events. */
export function useCallRun({ client, token }: Companion): CallRunControl {
  const [run, dispatch] = useReducer(
    (state: CallRun | undefined, action: Action): CallRun | undefined =>
      action.type === 'start' ? NEW_RUN : state && updateRun(state, action),
    undefined,
  );
  const connection = useRef<AbortController>(null);
  useEffect(() => () => connection.current?.abort(), []);

  const start = (request: CallRequest): void => {
    if (token === undefined) return;
    connection.current?.abort();
    const mine = new AbortController();
    connection.current = mine;
    dispatch({ type: 'start' });
    const isMine = (): boolean => connection.current === mine;
    void client
      .runCall(token, request, (event) => isMine() && dispatch({ type: 'event', event }), mine.signal)
      .then((answer) => {
        if (!isMine()) return;
        if (answer.ok) dispatch({ type: 'closed' });
        else
          dispatch(
            answer.problem.code === 'aborted' ? { type: 'cancelled' } : { type: 'failed', problem: answer.problem },
          );
      });
  };

  const decide = (approve: boolean): void => {
    const question = run?.question;
    if (question === undefined || token === undefined) return;
    dispatch({ type: 'decided' });
    void client.decide(token, question.id, approve, question.hash).then((answer) => {
      if (!answer.ok) dispatch({ type: 'failed', problem: answer.problem });
    });
  };

  const cancel = (): void => {
    const id = run?.accepted?.id ?? run?.question?.id;
    dispatch({ type: 'cancelled' });
    if (id === undefined || token === undefined) {
      connection.current?.abort();
      return;
    }
    void client.cancel(token, id).then((answer) => {
      // The companion ends a call whose page is gone, so closing the connection is the way that always works.
      connection.current?.abort();
      if (!answer.ok && answer.problem.code !== 'unknown-call') dispatch({ type: 'failed', problem: answer.problem });
    });
  };

  return { run, start, decide, cancel };
}
