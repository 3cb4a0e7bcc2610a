import type { ToolList } from '@atip/companion';
import type { Answer } from './companion-answer.ts';
import { type CompanionState, GONE_REASON, NEW_LINK_ADVICE } from './companion.ts';

interface Attempt {
  readonly tools: Answer<ToolList>;
  /** Absent when the address held no one-time code. */
  readonly opened: Answer<string> | undefined;
  readonly token: string | undefined;
}

/** What is known without asking, of a page that has no token. */
export function withoutKey(servedByCompanion: boolean): ReturnType<typeof companionAfter> {
  if (!servedByCompanion) return { state: { kind: 'absent' }, token: undefined };
  return { state: { kind: 'locked', reason: lockedReason(undefined, undefined) }, token: undefined };
}

/** What an attempt to reach the companion says about it, and the token that is still good. */
export function companionAfter({ tools, opened, token }: Attempt): {
  readonly state: CompanionState;
  readonly token: string | undefined;
} {
  if (tools.ok) return { state: { kind: 'connected', list: tools.value }, token };
  const { code, detail } = tools.problem;
  if (code === 'token-required')
    return { state: { kind: 'locked', reason: lockedReason(opened, token) }, token: undefined };
  // Whatever answers in another way than a companion does is a plain web server, or nothing.
  const isCompanion = code !== 'unreachable' && !code.startsWith('http-');
  if (isCompanion) return { state: { kind: 'lost', reason: detail }, token };
  if (token !== undefined) return { state: { kind: 'lost', reason: GONE_REASON }, token };
  return { state: { kind: 'absent' }, token: undefined };
}

function lockedReason(opened: Attempt['opened'], token: string | undefined): string {
  if (opened !== undefined && !opened.ok) return opened.problem.detail;
  if (token !== undefined) return `The companion was started anew since this page was opened. ${NEW_LINK_ADVICE}`;
  return `This page was opened without the companion's link. ${NEW_LINK_ADVICE}`;
}
