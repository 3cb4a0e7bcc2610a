/** The page as its parts reach it: the header, the bars, the dialogs and the palette. Panels get their part of it as props. */
import { type Context, createContext, useContext } from 'react';
import type { Playground } from '../document/playground.ts';
import type { Sample } from '../samples/index.ts';
import type { Drafts } from '../storage/drafts.ts';
import type { Theme } from '../styles/theme.ts';
import type { DiscoveryControl } from './companion/use-discovery.ts';
import type { OpenDialog, PanelProps } from './panel.ts';

/** The side that is shown where there is room for one. */
export type Side = 'document' | 'result';

/** The ways in which a document is opened; each can be undone. */
export interface Documents {
  readonly openNew: () => void;
  readonly openSample: (sample: Omit<Sample, 'detail'>) => void;
  /** Opens what the companion knows of a tool. */
  readonly openTool: (name: string) => void;
}

export interface Page extends Omit<PanelProps, 'active'> {
  readonly state: Playground;
  readonly drafts: Drafts;
  /** The browser keeps nothing between visits. */
  readonly unsaved: boolean;
  readonly discovery: DiscoveryControl;
  readonly documents: Documents;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly side: Side;
  readonly setSide: (side: Side) => void;
  readonly dialog: OpenDialog | undefined;
  readonly closeDialog: () => void;
  /** The page's address without fragment. */
  readonly base: string;
  /** Copies the share link, or opens the dialog where that needs a decision. */
  readonly copyLink: () => void;
  /** What to tell the person, if anything. */
  readonly message: string | undefined;
  readonly clearMessage: () => void;
}

export const PageContext: Context<Page | undefined> = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('This part stands outside the page.');
  return page;
}
