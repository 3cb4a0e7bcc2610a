import { useState } from 'react';
import { copyText } from '../components/copy-text.ts';
import type { WorkingCopy } from '../state/playground.ts';
import { shareLink, suspectLines } from '../state/share-link.ts';

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
  const base = location.origin + location.pathname;
  const copyLink = async (): Promise<void> => {
    const link = suspectLines(copy.text).length === 0 ? shareLink(copy, base) : undefined;
    if (link === undefined || !(await copyText(link))) onDialog();
    else tell(`Link copied: ${link.length.toLocaleString('en')} characters`);
  };
  return { base, copyLink: () => void copyLink(), message, tell };
}
