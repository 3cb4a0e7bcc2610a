import type { CompanionClient } from './client.ts';
import type { Problem, ToolList, ListedTool } from '@atip/companion';

export interface Companion {
  readonly client: CompanionClient;
  readonly state: CompanionState;
  /** For every tab of this browser at this address; `undefined` until a session is open. */
  readonly token: string | undefined;
  /** The page comes from the public host: its address has no companion but stores short links. */
  readonly isHosted: boolean;
  /** Looks again; resolves when `state` is up to date. */
  readonly refresh: () => Promise<void>;
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

/** The command of the README: it works in every checkout, and names no registry package that a stranger could own. */
export const START_COMMAND = 'npm start --';
export const NEW_LINK_COMMAND = `${START_COMMAND} --new-link`;

export const NEW_LINK_ADVICE = `Run “${NEW_LINK_COMMAND}” in the folder of the ATIP workbench, then open the link that it prints.`;
export const START_ADVICE = 'Run “npm start” in the folder of the ATIP workbench, then open the link that it prints.';

/** Browsers say only that a request failed. */
export const GONE_REASON = 'It was stopped, or another program has its port now.';

export function companionTool(state: CompanionState, name: string): ListedTool | undefined {
  return state.kind === 'connected' ? state.list.tools.find((tool) => tool.name === name) : undefined;
}

/** A value, or the problem; `code` is `unreachable` without an answer, `http-…` when the answer is not a companion's. */
export type CompanionAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Trouble };

export interface Trouble extends Pick<Problem, 'title' | 'detail' | 'code'> {
  /** Of the answer. Absent: no answer came. */
  readonly status?: number;
  /** Seconds before a retry. Absent: unknown. */
  readonly retryAfter?: number;
}

interface Attempt {
  readonly tools: CompanionAnswer<ToolList>;
  /** Absent when the address held no one-time code. */
  readonly opened: CompanionAnswer<string> | undefined;
  readonly token: string | undefined;
}

export function withoutKey(servedByCompanion: boolean): ReturnType<typeof companionAfter> {
  if (!servedByCompanion) return { state: { kind: 'absent' }, token: undefined };
  return { state: { kind: 'locked', reason: lockedReason(undefined, undefined) }, token: undefined };
}

export function companionAfter({ tools, opened, token }: Attempt): {
  readonly state: CompanionState;
  readonly token: string | undefined;
} {
  if (tools.ok) return { state: { kind: 'connected', list: tools.value }, token };
  const { code, detail } = tools.problem;
  if (code === 'token-required')
    return { state: { kind: 'locked', reason: lockedReason(opened, token) }, token: undefined };
  // Any other answer comes from a plain web server, or no answer came.
  const isCompanion = code !== 'unreachable' && !code.startsWith('http-');
  if (isCompanion) return { state: { kind: 'lost', reason: detail }, token };
  if (token !== undefined) return { state: { kind: 'lost', reason: GONE_REASON }, token };
  return { state: { kind: 'absent' }, token: undefined };
}

function lockedReason(opened: Attempt['opened'], token: string | undefined): string {
  if (opened !== undefined && !opened.ok) return opened.problem.detail;
  if (token !== undefined) return 'The companion was started again since this page was connected.';
  return 'This page was opened without the link that the companion printed.';
}

/**
 * The server of this page: a companion, or the public host (`edge`), which takes shares from everybody and runs nothing. Read from
 * `Server-Timing`, the one header of the page that its scripts can read; it sends no request.
 *
 * @returns `undefined` for a plain web server, and where the browser does not say
 */
export function servedBy(): 'companion' | 'edge' | undefined {
  const names = timings().map(({ name }) => name);
  if (names.includes('atip-companion')) return 'companion';
  return names.includes('atip-edge') ? 'edge' : undefined;
}

/** The page that links lead to: the one named by the companion or the build, else this one. */
export function linkBase(): string {
  const here = location.origin + location.pathname;
  if (servedBy() === 'edge') return here;
  const named = timings().find(({ name }) => name === 'atip-page')?.description;
  return publicPage(named ?? import.meta.env['VITE_PUBLIC_PAGE']) ?? here;
}

/** The address of a page to link to: https, or http on this machine, without query, fragment and user. */
export function publicPage(text: unknown): string | undefined {
  if (typeof text !== 'string' || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isTrusted = protocol === 'https:' || (protocol === 'http:' && isOwnMachine(href));
  return isTrusted && username === '' && password === '' ? href : undefined;
}

/** True for a page on the person's own machine: a link to it opens only there. */
export function isOwnMachine(address: string): boolean {
  return /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d+){3})$/.test(new URL(address).hostname);
}

function timings(): readonly PerformanceServerTiming[] {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? (navigation.serverTiming ?? []) : [];
}
