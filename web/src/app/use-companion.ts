import { useCallback, useEffect, useMemo, useState } from 'react';
import { type CompanionClient, createCompanionClient } from '../companion/client.ts';
import type { Companion } from '../companion/companion.ts';
import type { CompanionState } from '../state/companion.ts';
import { companionAfter } from '../state/companion-after.ts';
import { readFragment } from '../state/fragment.ts';
import type { SafeStorage } from '../state/safe-storage.ts';
import { clearFragment } from './use-playground.ts';

const TOKEN_KEY = 'atip.companion.token';

/** Finds the companion that serves this page and opens a session with it. */
export function useCompanion(session: SafeStorage): Companion {
  const client = useMemo(() => createCompanionClient(location.origin), []);
  const [state, setState] = useState<CompanionState>({ kind: 'looking' });
  const [token, setToken] = useState<string>();
  const refresh = useCallback(async () => {
    const { state: found, token: held } = await connect(client, session);
    setState(found);
    setToken(held);
  }, [client, session]);
  useEffect(() => {
    void refresh();
    const onHashChange = (): void => {
      if (readFragment(location.hash).kind === 'code') void refresh();
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, [refresh]);
  return { client, state, token, refresh };
}

async function connect(
  client: CompanionClient,
  session: SafeStorage,
): Promise<{ readonly state: CompanionState; readonly token: string | undefined }> {
  const fragment = readFragment(location.hash);
  // A one-time code is worth nothing once it is used, and is no business of the history.
  if (fragment.kind === 'code') clearFragment();
  const opened = fragment.kind === 'code' ? await client.openSession(fragment.code) : undefined;
  if (opened?.ok) session.setItem(TOKEN_KEY, opened.value);
  const token = session.getItem(TOKEN_KEY) ?? undefined;
  const tools = await client.listTools(token ?? '');
  if (token !== undefined && !tools.ok && tools.problem.code === 'token-required') session.removeItem(TOKEN_KEY);
  return companionAfter({ tools, opened, token });
}
