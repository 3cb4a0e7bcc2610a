import { useEffect, useReducer, useRef } from 'react';
import type { Companion } from '../../companion/companion.ts';
import { type Discovery, type DiscoveryAction, NEW_DISCOVERY, updateDiscovery } from './discovery.ts';

export interface DiscoveryControl {
  /** `undefined` before the first one. */
  readonly discovery: Discovery | undefined;
  /** @param anew whether what the companion remembers about programs does not count */
  readonly start: (anew: boolean) => void;
  readonly cancel: () => void;
}

type Action = { readonly type: 'start' } | DiscoveryAction;

/** Has the companion discover tools, one discovery at a time; it goes on while its dialog is closed. */
export function useDiscovery({ client, token, refresh }: Companion): DiscoveryControl {
  const [discovery, dispatch] = useReducer(
    (state: Discovery | undefined, action: Action): Discovery | undefined =>
      action.type === 'start' ? NEW_DISCOVERY : state && updateDiscovery(state, action),
    undefined,
  );
  const connection = useRef<AbortController>(null);
  useEffect(() => () => connection.current?.abort(), []);

  const start = (anew: boolean): void => {
    if (token === undefined) return;
    connection.current?.abort();
    const mine = new AbortController();
    connection.current = mine;
    dispatch({ type: 'start' });
    const say = (action: DiscoveryAction): void => {
      if (connection.current === mine) dispatch(action);
    };
    void client
      .discover(token, { refresh: anew }, (event) => say({ type: 'event', event }), mine.signal)
      .then(async (answer) => {
        if (answer.ok) say({ type: 'closed' });
        else if (answer.problem.code === 'aborted') say({ type: 'cancelled' });
        else say({ type: 'failed', problem: answer.problem });
        await refresh();
        say({ type: 'listed' });
      });
  };

  const cancel = (): void => {
    dispatch({ type: 'cancelled' });
    // The companion ends a discovery whose page is gone.
    connection.current?.abort();
  };

  return { discovery, start, cancel };
}
