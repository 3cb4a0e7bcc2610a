/** The companion that serves this page, and how the page stands with it. */
import type { ListedTool, ToolList } from '@atip/companion';
import { isRecord } from '@atip/core/internal';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SafeStorage } from '../document/draft.ts';
import { useWindowEvent } from '../parts/browser.ts';
import { visibleText } from '../text/visible-text.ts';
import { type Api, ask, type CompanionAnswer, createApi, GONE_REASON } from './client.ts';

export interface Companion {
  /** The routes of the companion; with the key of this browser, once a session is open. */
  readonly api: Api;
  readonly state: CompanionState;
  /** The page comes from the public host: its address has no companion but stores short links. */
  readonly isHosted: boolean;
  /** Looks again; resolves when `state` is up to date. */
  readonly refresh: () => Promise<void>;
  /** Removes a saved document. @returns the outcome as a sentence */
  readonly removeDocument: (name: string) => Promise<string>;
}

export type CompanionState =
  | { readonly kind: 'looking' }
  /** The page comes from a plain web server, or from the public host, which runs nothing. */
  | { readonly kind: 'absent' }
  /** A companion answers, but this page has no key to it. */
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'connected'; readonly list: ToolList }
  /** It answered before and no longer does, or it answers with errors. */
  | { readonly kind: 'lost'; readonly reason: string };

const NO_LINK = 'This page was opened without the link that the companion printed.';
export const RESTARTED = 'The companion was started again since this page was connected.';

export function companionTool(state: CompanionState, name: string): ListedTool | undefined {
  return state.kind === 'connected' ? state.list.tools.find((tool) => tool.name === name) : undefined;
}

const TOKEN_KEY = 'atip.companion.token';

/** The one-time code in an address, such as `#k=…`. */
const CODE = /^#k=(.+)$/;

export function useCompanion(local: SafeStorage): Companion {
  const [connection, setConnection] = useState<Connection>({ state: { kind: 'looking' } });
  const look = useCallback(async (asked: boolean) => setConnection(await connect(local, asked)), [local]);
  const refresh = useCallback(() => look(true), [look]);
  useEffect(() => void look(false), [look]);
  useWindowEvent('hashchange', () => {
    if (CODE.test(location.hash)) void refresh();
  });
  // Another tab was connected, or found the key invalid.
  useWindowEvent('storage', ({ key }) => {
    if (key === TOKEN_KEY) void look(false);
  });
  const { state, token } = connection;
  const api = useMemo(() => createApi(location.origin, token), [token]);
  const removeDocument = async (name: string): Promise<string> => {
    const answer = await ask(api.documents[':name'].$delete({ param: { name } }));
    await refresh();
    return visibleText(answer.ok ? `Removed the document of ${name}.` : answer.problem.detail);
  };
  return { api, state, isHosted: servedBy() === 'edge', refresh, removeDocument };
}

/**
 * Opens a session with a code, or with this browser's token. Without either the page asks only when a person
 * wants it: the answer would be a refusal, and browsers log each one on the console.
 */
async function connect(local: SafeStorage, asked: boolean): Promise<Connection> {
  const [, code] = CODE.exec(location.hash) ?? [];
  // A used one-time code is worthless, and does not belong into the history.
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  const server = servedBy();
  // The public host is no companion, so a code or token is never sent there.
  if (server === 'edge') return withoutKey(false);
  const { origin } = location;
  const opened = code === undefined ? undefined : await ask(createApi(origin).session.$post({ json: { code } }));
  if (opened?.ok) local.setItem(TOKEN_KEY, opened.value.token);
  const token = local.getItem(TOKEN_KEY) ?? undefined;
  if (token === undefined && opened === undefined && !asked) return withoutKey(server === 'companion');
  const tools = await ask(createApi(origin, token).tools.$get());
  const isRefused = !tools.ok && tools.problem.code === 'token-required';
  // Another tab may have got a new one meanwhile.
  if (isRefused && local.getItem(TOKEN_KEY) === token) local.removeItem(TOKEN_KEY);
  return companionAfter({ tools, opened, token });
}

interface Connection {
  readonly state: CompanionState;
  readonly token?: string | undefined;
}

export function withoutKey(servedByCompanion: boolean): Connection {
  return { state: servedByCompanion ? { kind: 'locked', reason: NO_LINK } : { kind: 'absent' } };
}

interface Attempt {
  readonly tools: CompanionAnswer<ToolList>;
  /** Absent when the address held no one-time code. */
  readonly opened: CompanionAnswer<unknown> | undefined;
  readonly token: string | undefined;
}

/** Any program may have the port by now. */
function isToolList(value: unknown): value is ToolList {
  return isRecord(value) && Array.isArray(value['tools']) && Array.isArray(value['skipped']);
}

export function companionAfter({ tools, opened, token }: Attempt): Connection {
  if (tools.ok && isToolList(tools.value)) return { state: { kind: 'connected', list: tools.value }, token };
  if (tools.ok)
    return {
      state: { kind: 'lost', reason: 'The program that answers there is not the companion of this page.' },
      token,
    };
  const { code, detail } = tools.problem;
  if (code === 'token-required') {
    const reason = opened?.ok === false ? opened.problem.detail : token === undefined ? NO_LINK : RESTARTED;
    return { state: { kind: 'locked', reason } };
  }
  // Any other answer comes from a plain web server, or no answer came.
  const isCompanion = code !== 'unreachable' && !code.startsWith('http-');
  if (!isCompanion && token === undefined) return withoutKey(false);
  return { state: { kind: 'lost', reason: isCompanion ? detail : GONE_REASON }, token };
}

/**
 * The server of this page: a companion, or the public host (`edge`), which takes shares from everybody and runs nothing. Read from
 * `Server-Timing`, the one header of the page that its scripts can read; it sends no request.
 *
 * @returns `undefined` for a plain web server
 */
function servedBy(): 'companion' | 'edge' | undefined {
  if (timingOf('atip-companion')) return 'companion';
  return timingOf('atip-edge') ? 'edge' : undefined;
}

/** The page that links lead to: the hosted one that the companion was started with, else this one. */
export function linkBase(): string {
  return timingOf('atip-page')?.description ?? location.origin + location.pathname;
}

/** True for a page on the person's own machine: a link to it opens only there. */
export function isOwnMachine(address: string): boolean {
  return /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d+){3})$/.test(new URL(address).hostname);
}

function timingOf(name: string): PerformanceServerTiming | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!(navigation instanceof PerformanceNavigationTiming)) return undefined;
  return navigation.serverTiming?.find((timing) => timing.name === name);
}
