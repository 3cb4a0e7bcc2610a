/** What the page knows of the companion beside it. */
import type { ToolList, ToolSummary } from '@atip/companion';

export type CompanionState =
  | { readonly kind: 'looking' }
  /** The page comes from a plain web server, or from the public host, which runs nothing for anybody. */
  | { readonly kind: 'absent'; readonly isHosted?: true }
  /** A companion answers, but this page has no key to it. */
  | { readonly kind: 'locked'; readonly reason: string }
  | { readonly kind: 'connected'; readonly list: ToolList }
  /** It answered before and does not any more, or it answers with errors. */
  | { readonly kind: 'lost'; readonly reason: string };

/** What a person does when the page has no key, or an old one. */
export const NEW_LINK_ADVICE = 'Press Enter in the terminal where the companion runs to get a new link, then open it.';
export const START_ADVICE = 'Run "npm start" in the project folder, then open the link that it prints.';
/** For a visitor of the public host: nothing of the project is on their machine, and nothing there answers this address. */
export const HOSTED_ADVICE =
  'Get the ATIP workbench onto your machine, run "npm start" in its folder, then choose “Open in my companion” in the Share dialog here: that takes this document along.';

/** Browsers say no more than that a request failed. */
export const GONE_REASON = 'It was stopped, or something else listens at its address now.';

/** The state in one or two words, for the header. */
export function companionWord(state: CompanionState): string {
  switch (state.kind) {
    case 'looking':
      return 'looking…';
    case 'absent':
      return 'no companion';
    case 'locked':
      return 'locked';
    case 'connected':
      return 'connected';
    case 'lost':
      return 'not answering';
  }
}

/** The companion's own entry for a tool, by the name of its executable. */
export function companionTool(state: CompanionState, name: string): ToolSummary | undefined {
  return state.kind === 'connected' ? state.list.tools.find((tool) => tool.name === name) : undefined;
}
