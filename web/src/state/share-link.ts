/** What a link carries of a working copy, and where it can be passed on. */
import type { CommandFilter } from '@atip/core';
import type { ShareState } from '@atip/share';
import { activeDocument, type WorkingCopy } from './working-copy.ts';

export interface LengthMark {
  readonly place: string;
  /** In characters. */
  readonly limit: number;
  readonly fits: boolean;
}

/** What a link carries besides the shown document; by default nothing that its maker may have forgotten. */
export interface ShareChoice {
  /** All open documents. Absent: only the one that is shown. */
  readonly everyDocument?: boolean;
  /** What was put into the open panel: a policy, a call, a response, an output. */
  readonly panelContents?: boolean;
}

/** The state that a link carries. */
export function shareStateOf(copy: WorkingCopy, { everyDocument, panelContents }: ShareChoice = {}): ShareState {
  const shown = activeDocument(copy);
  const others = everyDocument ? copy.documents.filter((document) => document !== shown) : [];
  return {
    documents: [shown, ...others].map(({ name, text }) => ({ name, text })),
    provider: copy.provider,
    panel: copy.tab,
    ...(copy.strict && { strict: true }),
    ...sharedFilter(shown.filter),
    ...(panelContents && contentsOf(copy)),
  };
}

function sharedFilter(filter: CommandFilter | undefined): Pick<ShareState, 'filter'> {
  if (filter === undefined) return {};
  const { commands, depth } = filter;
  return { filter: { ...(commands && { commands }), ...(depth !== undefined && { depth }) } };
}

/** What was put into the open panel, and only that: what lies in another one would be given away unseen. */
export function contentsOf({ tab, policy, call, response, output }: WorkingCopy): Partial<ShareState> {
  switch (tab) {
    case 'safety':
      return policy === undefined ? {} : { policy: { ...policy } };
    case 'calls':
      return {
        ...(policy && { policy: { ...policy } }),
        ...(call && { call }),
        ...(response !== undefined && { response }),
      };
    case 'filter':
      return output === undefined ? {} : { output };
    default:
      return {};
  }
}

/** Where a link of this length can be pasted. Discord: one message; GitHub: the address of a new issue. */
export function lengthMarks(length: number): readonly LengthMark[] {
  const places = [
    { place: 'Discord', limit: 2000 },
    { place: 'GitHub', limit: 8195 },
  ];
  return places.map(({ place, limit }) => ({ place, limit, fits: length <= limit }));
}
