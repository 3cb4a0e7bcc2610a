import { useLayoutEffect, useMemo, useRef, useState, useCallback, useEffect, useReducer } from 'react';
import { flushSync } from 'react-dom';
import { isOwnMachine, linkBase, servedBy, companionAfter, withoutKey, type Companion } from '../computer/companion.ts';
import { copyText, useWindowEvent } from '../components/browser.ts';
import { activeDocument, type PageDocument, type WorkingCopy } from '../document/working-copy.ts';
import {
  createStore,
  type EditorRef,
  type Documents,
  type Page,
  type Side,
  type OpenDialog,
  type PageActions,
} from '../page/page-context.ts';
import { useDiscovery } from '../computer/discovery.ts';
import { shareStateOf } from '../share/share-link.ts';
import { analyst, COMPILING, restFor, useAsk } from '../worker/use-answer.ts';
import {
  SHARED_KEY,
  storedDraft,
  storeDraft,
  writeSharedEdits,
  type SafeStorage,
  type Stores,
} from '../document/draft.ts';
import { THEMES, useShownTheme, type Theme } from '../page/theme.ts';
import { createCompanionClient, type CompanionClient } from '../computer/client.ts';
import { readFragment, openingState } from '../document/fragment.ts';
import {
  NOT_COMPILED,
  applyFailure,
  applyRemarks,
  applyResponse,
  applyWaiting,
  type CompilationState,
  type CompileSource,
} from '../document/compilation.ts';
import { WELCOME } from '../start/index.ts';
import { draftOf, updatePlayground, type Playground } from '../document/playground.ts';

export function usePageModel(stores: Stores, editor: EditorRef): Page {
  const { local } = stores;
  const { state, dispatch, unsaved } = usePlayground(stores);
  const { copy } = state;
  const document = activeDocument(copy);
  const compilation = useCompiler(copy, document);
  const companion = useCompanion(local);
  const discovery = useDiscovery(companion);
  const [theme, setTheme] = useTheme(local);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [side, setSide] = useState<Side>('document');
  const [message, tell] = useState<string>();
  const clearMessage = useCallback(() => tell(undefined), []);
  const cursor = useRef(createStore<number | undefined>(undefined));
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
      cursor: cursor.current,
      openDialog: setDialog,
      tell,
      local,
    }),
    [local, editor],
  );
  const base = useMemo(linkBase, []);
  const ask = useAsk('share');
  const copyLink = async (): Promise<void> => {
    // The dialog explains that such a link opens nowhere else, and offers a file.
    if (isOwnMachine(base)) return setDialog('share');
    const outcome = await ask({ state: shareStateOf(copy) });
    const made = outcome.ok && outcome.answer.suspectsTotal === 0 ? outcome.answer.made : undefined;
    // A link that may hold a secret needs the dialog.
    if (made === undefined || !(await copyText(base + made.fragment))) setDialog('share');
    else tell('Link copied');
  };
  return {
    state,
    dispatch,
    unsaved,
    copy,
    document,
    compilation,
    companion,
    discovery,
    page,
    base,
    theme,
    setTheme,
    side,
    setSide,
    dialog,
    message,
    documents: useDocuments(document, dispatch, companion, tell),
    closeDialog: () => setDialog(undefined),
    copyLink: () => void copyLink(),
    clearMessage,
  };
}

function useDocuments(
  { text }: PageDocument,
  dispatch: Page['dispatch'],
  { client, token }: Companion,
  tell: (message: string) => void,
): Documents {
  const ask = useAsk('format');
  const latest = useRef(text);
  latest.current = text;
  const open = (name: string, opened: string, label: string): void =>
    dispatch({ type: 'open', name, text: opened, label });
  const openTool = async (name: string): Promise<void> => {
    if (token === undefined) return;
    const answer = await client.readTool(token, name);
    if (!answer.ok) return tell(`${answer.problem.title}. ${answer.problem.detail}`);
    open(`${name}.json`, `${JSON.stringify(answer.value.tool, null, 2)}\n`, `Opened ${name} from the companion`);
  };
  const format = async (): Promise<void> => {
    const outcome = await ask({ text });
    if (latest.current !== text) return;
    if (!outcome.ok || outcome.answer === undefined)
      return tell('This document cannot be formatted. Correct its errors first.');
    if (outcome.answer !== text) dispatch({ type: 'rewrite', text: outcome.answer, label: 'Formatted the document' });
  };
  return {
    openNew: () => open('untitled.json', '', 'New document'),
    openSample: (sample) => open(sample.name, sample.text, `Opened the sample ${sample.title}`),
    openTool: (name) => void openTool(name),
    format: () => void format(),
  };
}

const THEME_KEY = 'atip.theme.v1';

function useTheme(local: SafeStorage): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(() => THEMES.find((known) => known === local.getItem(THEME_KEY)) ?? 'system');
  useShownTheme(theme);
  useEffect(() => void local.setItem(THEME_KEY, theme), [local, theme]);
  return [theme, setTheme];
}

const TOKEN_KEY = 'atip.companion.token';

function useCompanion(local: SafeStorage): Companion {
  const client = useMemo(() => createCompanionClient(location.origin), []);
  const [connection, setConnection] = useState<Connection>({ state: { kind: 'looking' }, token: undefined });
  const look = useCallback(
    async (asked: boolean) => setConnection(await connect(client, local, asked)),
    [client, local],
  );
  const refresh = useCallback(() => look(true), [look]);
  useEffect(() => void look(false), [look]);
  useWindowEvent('hashchange', () => {
    if (readFragment(location.hash).kind === 'code') void refresh();
  });
  // Another tab was connected, or found the key invalid.
  useWindowEvent('storage', ({ key }) => {
    if (key === TOKEN_KEY) void look(false);
  });
  return { client, ...connection, isHosted: servedBy() === 'edge', refresh };
}

type Connection = ReturnType<typeof companionAfter>;

/**
 * Opens a session with a code, or with this browser's token. Without either the page asks only when a person
 * wants it: the answer would be a refusal, and browsers log each one on the console.
 */
async function connect(client: CompanionClient, local: SafeStorage, asked: boolean): Promise<Connection> {
  const fragment = readFragment(location.hash);
  // A used one-time code is worthless, and does not belong into the history.
  if (fragment.kind === 'code') clearFragment();
  const server = servedBy();
  // The public host is no companion, so a code or token is never sent there.
  if (server === 'edge') return withoutKey(false);
  const opened = fragment.kind === 'code' ? await client.openSession(fragment.code) : undefined;
  if (opened?.ok) local.setItem(TOKEN_KEY, opened.value);
  const token = local.getItem(TOKEN_KEY) ?? undefined;
  if (token === undefined && opened === undefined && !asked) return withoutKey(server === 'companion');
  const tools = await client.listTools(token ?? '');
  const isRefused = !tools.ok && tools.problem.code === 'token-required';
  // Another tab may have got a new one meanwhile.
  if (isRefused && local.getItem(TOKEN_KEY) === token) local.removeItem(TOKEN_KEY);
  return companionAfter({ tools, opened, token });
}

/** Ms after which another tool's result is removed, even if the new one is not ready. */
const WAIT = 200;

/**
 * Compiles the document in a worker at every change, one at a time and the latest first; remarks follow when the typing stops.
 *
 * `<html data-state>` says `busy` from the change until its result is on the page.
 */
function useCompiler({ provider, strict }: WorkingCopy, { id, text, filter }: PageDocument): CompilationState {
  const [compilation, setCompilation] = useState<CompilationState>(NOT_COMPILED);
  const compile = useRef<(source: CompileSource) => void>(undefined);
  /** The last question; `undefined` once it is answered. */
  const asked = useRef<CompileSource>(undefined);
  useLayoutEffect(() => {
    let [pause, wait] = [0, 0];
    let isBlank = false;
    const failed = (message: string, source: CompileSource): void => {
      const reason = message === COMPILING.tooSlow ? message : COMPILING.brokenDown;
      setCompilation((state) => applyFailure(state, reason, source));
    };
    const remarks = analyst.open('remarks', (outcome) => {
      if (outcome.ok) setCompilation((state) => applyRemarks(state, outcome.answer, outcome.question));
      // The document itself compiled, so we give up only the slow remarks.
      else if (outcome.message === COMPILING.tooSlow) setCompilation((state) => ({ ...state, unchecked: true }));
      else failed(outcome.message, outcome.question);
    });
    const compiler = analyst.open('compile', (outcome) => {
      const source = outcome.question;
      const isLatest = asked.current === source;
      if (isLatest) {
        asked.current = undefined;
        clearTimeout(wait);
      }
      if (isBlank) return;
      if (!outcome.ok) failed(outcome.message, source);
      else setCompilation((state) => applyResponse(state, outcome.answer, source));
      if (!isLatest || !outcome.ok || outcome.answer.output === undefined) return;
      pause = window.setTimeout(() => remarks.ask(source), restFor(source.text));
    });
    compile.current = (source) => {
      clearTimeout(pause);
      clearTimeout(wait);
      // Needs no worker, so a first visit starts without one.
      isBlank = source.text.trim() === '';
      asked.current = isBlank ? undefined : source;
      if (isBlank) return setCompilation((state) => applyResponse(state, { issues: [], parses: true }, source));
      wait = window.setTimeout(() => setCompilation((state) => applyWaiting(state, source)), WAIT);
      compiler.ask(source);
    };
    return () => {
      clearTimeout(pause);
      clearTimeout(wait);
      compiler.close();
      remarks.close();
    };
  }, []);
  useLayoutEffect(
    () => compile.current?.({ text, provider, strict, document: id, filter }),
    [text, provider, strict, id, filter],
  );
  useLayoutEffect(() => {
    document.documentElement.dataset['state'] = asked.current === undefined ? 'ready' : 'busy';
  });
  return compilation;
}

/** Ms without an edit after which the draft is written. */
const SAVE_AFTER = 300;

/** The page's state, opened from link and draft, remembered; `unsaved` when the browser refuses to. */
function usePlayground(stores: Stores) {
  const [state, dispatch] = useReducer(updatePlayground, undefined, () =>
    openingState(readFragment(location.hash), storedDraft(stores) ?? WELCOME, stores.session),
  );
  const unsaved = useDraft(state, stores);
  const { source } = state;

  const fragment = source.kind === 'shared' ? source.fragment : undefined;
  useEffect(() => {
    // After "Back to my draft" or Undo a reload must not open the other document again.
    if (fragment === undefined) {
      if (readFragment(location.hash).kind === 'shared') clearFragment();
    } else if (location.hash !== fragment) {
      history.replaceState(null, '', fragment);
    }
  }, [fragment]);

  useWindowEvent('hashchange', () => {
    const read = readFragment(location.hash);
    if (read.kind === 'shared') dispatch({ type: 'open-shared', fragment: read.fragment, copy: read.copy });
    if (read.kind === 'unreadable') dispatch({ type: 'link-unreadable', link: read.link });
  });

  return { state, dispatch, unsaved };
}

/** Saves a changed draft soon after the last edit, and at the latest when the page closes. */
function useDraft(state: Playground, { local, session }: Stores): boolean {
  const [unsaved, setUnsaved] = useState(false);
  const draft = draftOf(state);
  const { copy, source } = state;
  /** The stored copy. It starts as the copy that was read, so that a visit without edits writes nothing. */
  const written = useRef(draft);
  const save = useCallback((): void => {
    if (source.kind === 'shared') session.setItem(SHARED_KEY, writeSharedEdits(source.fragment, copy));
    if (written.current === draft) return;
    setUnsaved(!storeDraft({ local, session }, draft));
    written.current = draft;
  }, [local, session, draft, copy, source]);
  useEffect(() => {
    const timer = setTimeout(save, SAVE_AFTER);
    return () => clearTimeout(timer);
  }, [save]);
  // The last edit before closing cannot wait for the timer.
  useWindowEvent('pagehide', save);
  return unsaved;
}

function clearFragment(): void {
  history.replaceState(null, '', location.pathname + location.search);
}
