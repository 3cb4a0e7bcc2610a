import { useState } from 'react';
import type { ShareAnswer } from '../analysis/share/answer-share.ts';
import { copyText } from '../components/copy-text.ts';
import { useAsk } from '../panels/use-ask.ts';
import { shareStateOf } from '../state/share-link.ts';
import type { WorkingCopy } from '../state/working-copy.ts';

interface ShareControl {
  /** The page's address without fragment. */
  readonly base: string;
  /** Copies the link, or asks for the dialog where that needs a decision. */
  readonly copyLink: () => void;
  /** What to tell the person, if anything. */
  readonly message: string | undefined;
  readonly tell: (message: string | undefined) => void;
}

/** Sharing in one key press; what may hold a secret, or what the browser does not let us copy, needs the dialog. */
export function useShare(copy: WorkingCopy, onDialog: () => void): ShareControl {
  const [message, tell] = useState<string>();
  const ask = useAsk('share');
  const base = location.origin + location.pathname;
  const copyLink = async (): Promise<void> => {
    const outcome = await ask({ state: shareStateOf(copy) });
    const link = outcome.ok ? linkWithoutSecrets(outcome.answer, base) : undefined;
    if (link === undefined || !(await copyText(link))) onDialog();
    else tell(`Link copied: ${link.length.toLocaleString('en')} characters`);
  };
  return { base, copyLink: () => void copyLink(), message, tell };
}

function linkWithoutSecrets({ made, suspectsTotal }: ShareAnswer, base: string): string | undefined {
  return made === undefined || suspectsTotal > 0 ? undefined : base + made.fragment;
}
