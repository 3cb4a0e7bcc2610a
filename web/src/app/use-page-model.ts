import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readTool } from '../companion/client.ts';
import { isOwnMachine, linkBase, type Companion, useCompanion } from '../companion/companion.ts';
import { useDiscovery } from '../companion/discovery.ts';
import { type SafeStorage, type Stores, storeDraft, writeAddress } from '../document/draft.ts';
import type { UnreadableLink } from '../document/fragment.ts';
import { type PageState, updatePage } from '../document/page-state.ts';
import { activeDocument, type WorkingCopy } from '../document/working-copy.ts';
import {
  createStore,
  type ChosenCommand,
  type Documents,
  type EditorRef,
  type PageMessage,
  type OpenDialog,
  type Page,
  type PageActions,
  type Side,
} from '../page/page-context.ts';
import { type Theme, THEMES, useShownTheme } from '../page/theme.ts';
import { copyText, useWindowEvent } from '../parts/browser.ts';
import { shareStateOf } from '../share/share-link.ts';
import { useAsk } from '../worker/use-answer.ts';
import { useCompiler } from '../worker/use-compiler.ts';

export interface Opening {
  readonly stores: Stores;
  /** From draft and address. */
  readonly state: PageState;
  readonly unreadable?: UnreadableLink | undefined;
}

export function usePageModel({ stores, state: opening, unreadable }: Opening, editor: EditorRef): Page {
  const { local } = stores;
  const [state, dispatch] = useReducer(updatePage, opening);
  const [messages, setMessages] = useState<readonly PageMessage[]>([]);
  const { copy } = state;
  const document = activeDocument(copy);
  const compilation = useCompiler(copy, document);
  const companion = useCompanion(local);
  const discovery = useDiscovery(companion);
  const [theme, setTheme] = useTheme(local);
  const shownTheme = useShownTheme(theme);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [side, setSide] = useState<Side>('result');
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const [headSlot, setHeadSlot] = useState<HTMLElement | null>(null);
  const [command, setCommand] = useCommand(document.id);
  const stored = useRef({ pointer: createStore<number | undefined>(undefined), cursor: createStore(0) });
  const revealing = useRef(new Set<() => void>());
  const page = useMemo<PageActions>(
    () => ({
      reveal: (range) => {
        // Draw first: a hidden editor has no place to scroll to.
        flushSync(() => {
          setSide('document');
          for (const listener of revealing.current) listener();
        });
        editor.current?.reveal(range);
      },
      onReveal: (listener) => {
        revealing.current.add(listener);
        return () => revealing.current.delete(listener);
      },
      highlight: (ranges) => editor.current?.highlight(ranges),
      show: (range) => editor.current?.highlight([range], true),
      ...stored.current,
      openDialog: setDialog,
      showPolicy: () => {
        dispatch({ type: 'set', key: 'view', value: undefined });
        dispatch({ type: 'set', key: 'tab', value: 'safety' });
        setSide('result');
        setPolicyOpen(true);
      },
      tell: (text, action) => setMessages((before) => [...before, { text, action }]),
      local,
      setAddress: (fragment) => writeAddress(stores, fragment),
    }),
    [local, editor, stores],
  );
  useDraft(copy, stores, page);
  useAddress(copy, dispatch, page, unreadable);
  const base = useMemo(linkBase, []);
  return {
    state,
    dispatch,
    messages,
    copy,
    document,
    compilation,
    companion,
    discovery,
    page,
    base,
    theme,
    shownTheme,
    setTheme,
    side,
    setSide,
    command,
    setCommand,
    isPolicyOpen,
    setPolicyOpen,
    headSlot,
    setHeadSlot,
    dialog,
    documents: useDocuments(dispatch, companion, page, setSide),
    closeDialog: () => setDialog(undefined),
    copyLink: useCopyLink(copy, base, page),
  };
}

/** The chosen command of the shown document; another document has none yet. */
function useCommand(document: string) {
  const [chosen, setChosen] = useState<{ readonly document: string; readonly command: ChosenCommand | undefined }>();
  const set = useCallback((command: ChosenCommand | undefined) => setChosen({ document, command }), [document]);
  return [chosen?.document === document ? chosen.command : undefined, set] as const;
}

function useCopyLink(copy: WorkingCopy, base: string, { openDialog, tell }: PageActions): () => void {
  const ask = useAsk('share');
  const copyLink = async (): Promise<void> => {
    // The dialog explains that such a link opens nowhere else, and offers a file.
    if (isOwnMachine(base)) return openDialog('share');
    const outcome = await ask({ state: shareStateOf(copy) });
    const made = outcome.ok && outcome.answer.suspects === 0 ? outcome.answer.made : undefined;
    // A link that may hold a secret needs the dialog.
    if (made === undefined || !(await copyText(base + made.fragment))) openDialog('share');
    else tell('Link copied');
  };
  return () => void copyLink();
}

function useDocuments(
  dispatch: Page['dispatch'],
  { api }: Companion,
  { tell }: PageActions,
  setSide: Page['setSide'],
): Documents {
  const load = useAsk('tool-text');
  const open = (name: string, opened: string, label: string): void =>
    dispatch({ type: 'open', name, text: opened, label });
  const readText = async (name: string, isHere: boolean): Promise<string | undefined> => {
    const outcome = isHere ? undefined : await load({ name });
    if (outcome !== undefined) return outcome.ok ? outcome.answer : undefined;
    const read = await readTool(api, name);
    return read.ok ? `${JSON.stringify(read.value.tool, null, 2)}\n` : undefined;
  };
  const openTool = async (name: string, isHere: boolean): Promise<void> => {
    const opened = await readText(name, isHere);
    if (opened === undefined) return tell(`${name} did not load. Reload the page to try again.`);
    open(`${name}.json`, opened, isHere ? `Opened ${name} of this computer` : `Opened ${name}`);
    setSide('result');
  };
  return {
    openNew: () => open('untitled.json', '', 'New document'),
    open,
    openTool: (name, isHere) => void openTool(name, isHere),
  };
}

const THEME_KEY = 'atip.theme.v1';

function useTheme(local: SafeStorage): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(() => THEMES.find((known) => known === local.getItem(THEME_KEY)) ?? 'system');
  useEffect(() => void local.setItem(THEME_KEY, theme), [local, theme]);
  return [theme, setTheme];
}

/** UTF-16 units of a document that the address carries by itself; a larger one is put there by Share. */
const MAX_ADDRESS = 32 * 1024;
/** Ms without a change after which draft and address are written. */
const SAVE_AFTER = 300;

/** Keeps the address the share link of what is shown, and opens a link that a person puts there. */
function useAddress(
  copy: WorkingCopy,
  dispatch: Page['dispatch'],
  { tell, setAddress }: PageActions,
  unreadable: UnreadableLink | undefined,
): void {
  useEffect(() => unreadable && tellUnreadable(tell, unreadable), [unreadable, tell]);
  const ask = useAsk('share');
  const document = activeDocument(copy);
  const { provider, beside, strict, tab, policy, view } = copy;
  const latest = useRef(copy);
  latest.current = copy;
  /** The document that the address is about, or was not written for because it is large. */
  const addressed = useRef(document);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the parts of the copy that a link carries.
  useEffect(() => {
    let isCurrent = true;
    const write = async (): Promise<void> => {
      const { text } = document;
      const isCarried = view === undefined && text.trim() !== '' && text.length <= MAX_ADDRESS;
      // A link to a large document stays until the document is another.
      if (!isCarried && addressed.current === document) return;
      const outcome = isCarried ? await ask({ state: shareStateOf(latest.current) }) : undefined;
      if (!isCurrent || location.hash.startsWith('#k=')) return;
      addressed.current = document;
      // A document that may hold a secret gets no link without a person's decision.
      const made = outcome?.ok && outcome.answer.suspects === 0 ? outcome.answer.made : undefined;
      const fragment = made?.fragment ?? '';
      if (location.hash !== fragment) setAddress(fragment);
    };
    const timer = setTimeout(() => void write(), SAVE_AFTER);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [document, provider, beside, strict, tab, policy, view, ask, setAddress]);
  useWindowEvent('hashchange', async () => {
    // Taken before anything is waited for: a change before this one is only now written to the address.
    const { hash } = location;
    const { readFragment } = await import('../document/fragment.ts');
    const read = readFragment(hash);
    if (read.copy) dispatch({ type: 'open-link', copy: read.copy });
    if (read.unreadable) tellUnreadable(tell, read.unreadable);
  });
}

function tellUnreadable(tell: PageActions['tell'], link: UnreadableLink): void {
  tell(`The link could not be read. ${link.message} Your documents are unchanged.`, {
    label: 'Copy the raw link',
    // Where the browser refuses, the link must not be lost.
    onChoose: async () => (await copyText(link.raw)) || tellUnreadable(tell, link),
  });
}

/** Saves a changed draft soon after the last edit, and at the latest when the page closes. */
function useDraft(copy: WorkingCopy, stores: Stores, { tell, openDialog }: PageActions): void {
  const isTold = useRef(false);
  /**
   * The stored copy. It starts as the copy that was read, so that a visit without edits writes nothing; but the address
   * holds one document.
   */
  const written = useRef(copy.documents.length > 1 ? undefined : copy);
  const save = useCallback((): void => {
    if (written.current === copy) return;
    written.current = copy;
    if (storeDraft(stores, copy) || isTold.current) return;
    isTold.current = true;
    const words =
      'The browser does not store this draft: its storage is off or full. Share it before you close the page.';
    tell(words, { label: 'Share', onChoose: () => openDialog('share') });
  }, [stores, copy, tell, openDialog]);
  useEffect(() => {
    const timer = setTimeout(save, SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [save]);
  // The last edit before closing cannot wait for the timer.
  useWindowEvent('pagehide', save);
}
