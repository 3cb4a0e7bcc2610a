import { useCallback, useEffect, useMemo, useState } from 'react';
import { type CompanionClient, createCompanionClient } from '../companion/client.ts';
import type { Companion } from '../companion/companion.ts';
import { servedBy } from '../companion/served-by.ts';
import type { CompanionState } from '../state/companion.ts';
import { companionAfter, withoutKey } from '../state/companion-after.ts';
import { readFragment } from '../state/fragment.ts';
import type { SafeStorage } from '../state/safe-storage.ts';
import { clearFragment } from './use-playground.ts';

const TOKEN_KEY = 'atip.companion.token';

/** Finds the companion that serves this page and opens a session with it. */
export function useCompanion(session: SafeStorage): Companion {
  const client = useMemo(() => createCompanionClient(location.origin), []);
  const [state, setState] = useState<CompanionState>({ kind: 'looking' });
  const [token, setToken] = useState<string>();
  const look = useCallback(
    async (asked: boolean) => {
      const { state: found, token: held } = await connect(client, session, asked);
      setState(found);
      setToken(held);
    },
    [client, session],
  );
  const refresh = useCallback(() => look(true), [look]);
  useEffect(() => {
    void look(false);
    const onHashChange = (): void => {
      if (readFragment(location.hash).kind === 'code') void refresh();
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, [look, refresh]);
  return { client, state, token, isHosted: servedBy() === 'edge', refresh };
}

type Connection = ReturnType<typeof companionAfter>;

/**
 * Opens a session with a code, or goes on with the token this tab has. With neither only a person who asks makes the page
 * ask: the answer would be a refusal, and browsers write each of those on the console.
 */
async function connect(client: CompanionClient, session: SafeStorage, asked: boolean): Promise<Connection> {
  const fragment = readFragment(location.hash);
  // A one-time code is worth nothing once it is used, and is no business of the history.
  if (fragment.kind === 'code') clearFragment();
  const server = servedBy();
  // The public host is no companion, and what opens one is never sent there.
  if (server === 'edge') return { state: { kind: 'absent', isHosted: true }, token: undefined };
  const opened = fragment.kind === 'code' ? await client.openSession(fragment.code) : undefined;
  if (opened?.ok) session.setItem(TOKEN_KEY, opened.value);
  const token = session.getItem(TOKEN_KEY) ?? undefined;
  if (token === undefined && opened === undefined && !asked) return withoutKey(server === 'companion');
  const tools = await client.listTools(token ?? '');
  if (token !== undefined && !tools.ok && tools.problem.code === 'token-required') session.removeItem(TOKEN_KEY);
  return companionAfter({ tools, opened, token });
}
