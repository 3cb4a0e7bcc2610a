import './start.css';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MAX_SOURCE_LENGTH } from '@atip/core/internal';
import { documentName, toolNameIn } from '../document/tool-name.ts';
import { activeDocument } from '../document/working-copy.ts';
import { type Page, usePage } from '../page/page-context.ts';
import { useWindowEvent } from '../parts/browser.ts';
import { Button, FileButton } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf, sizeOf } from '../text/words.ts';
import { useAnswer, useAsk } from '../worker/use-answer.ts';

/** Replaces the workspace while there is no document: one field that takes anything, and tools to look at. */
export function Start(): ReactElement {
  const { page, companion } = usePage();
  useEffect(() => focusNext, []);
  return (
    <div className="start-panel" data-part="start">
      <h2 className="start-headline">See what a command-line tool can do before an agent does it.</h2>
      <p className="start-sentence">
        ATIP is how a tool tells agents what it does and what it can destroy. Paste one, or anything that describes a
        tool, and get definitions for six providers, a safety review, and the exact command behind every call.
      </p>
      <StartField />
      <KnownTools />
      <p className="quiet">
        What you paste stays in this browser.{' '}
        <Button look="link" onClick={() => page.openDialog('computer')}>
          {companion.state.kind === 'connected' ? 'Look at this computer' : 'Connect this computer'}
        </Button>{' '}
        to find and run its tools.
      </p>
    </div>
  );
}

/** The start panel goes away with the focus: that goes on to what replaces it, once its file is there. */
function focusNext(): void {
  const place = document.querySelector<HTMLElement>('[data-pane=result], .scroll-screen');
  if (place === null) requestAnimationFrame(focusNext);
  if (document.activeElement !== document.body) return;
  place?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
  // On a phone the tabs are elsewhere.
  if (document.activeElement === document.body) place?.focus();
}

/** UTF-16 units up to which a text is laid out in the field, and kept for a reload. */
const LARGE = 50_000;

const FIELD_KEY = 'atip.start.v1';

function StartField(): ReactElement {
  const page = usePage();
  const { local } = page.page;
  const [text, setText] = useState(() => local.getItem(FIELD_KEY) ?? '');
  const [problem, setProblem] = useState<string>();
  const isEmpty = text.trim() === '';
  const isLarge = text.length > LARGE;
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const openImported = useOpenImported(page);
  const openFiles = useOpenFiles(page);
  const question = useMemo(() => (isEmpty ? undefined : { text }), [text, isEmpty]);
  const { last, pending } = useAnswer('recognise', question);
  const found = isEmpty ? undefined : last?.answer;
  const isRefused = found?.state === 'refused';
  const tone = problem !== undefined ? 'error' : isRefused ? 'info' : 'good';
  // On a touch screen the keyboard would hide the rest.
  useEffect(() => {
    if (document.activeElement !== document.body || !matchMedia('(pointer: fine)').matches) return;
    (isLarge ? button : field).current?.focus();
  }, [isLarge]);
  useEffect(() => {
    if (isEmpty || isLarge) local.removeItem(FIELD_KEY);
    else local.setItem(FIELD_KEY, text);
  }, [local, text, isEmpty, isLarge]);
  const take = (next: string): void => {
    const isTooLarge = next.length > MAX_SOURCE_LENGTH;
    setProblem(isTooLarge ? tooLarge(next.length) : undefined);
    if (!isTooLarge) setText(next);
  };
  const isOpening = useRef(false);
  const open = async (): Promise<void> => {
    if (isOpening.current) return;
    isOpening.current = true;
    const reason = await openImported(text);
    isOpening.current = false;
    setProblem(reason);
    if (reason === undefined) local.removeItem(FIELD_KEY);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isEmpty) return;
    // The person may still be typing.
    if (found && found.state !== 'ready' && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void open();
  };
  /** A large text never gets into the page's own document, where its layout would take seconds. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { clipboardData: data, currentTarget: target } = event;
    const { value, selectionStart, selectionEnd } = target;
    const whole = value.slice(0, selectionStart) + data.getData('text') + value.slice(selectionEnd);
    if (data.files.length === 0 && whole.length <= LARGE) return;
    event.preventDefault();
    if (data.files.length > 0) void openFiles([...data.files]);
    else take(whole);
  };
  return (
    <div className="start-field">
      {isLarge ? (
        <div className="row start-chip">
          <Icon name="import" />
          <strong className="clip">{documentName(toolNameIn(text.slice(0, 5000)) ?? 'pasted')}</strong>
          <span className="quiet">{sizeOf(text.length)}</span>
          <Button look="plain" small icon="close" aria-label="Remove this text" onClick={() => take('')} />
        </div>
      ) : (
        <textarea
          ref={field}
          className="mono"
          aria-label="Paste anything that describes a tool"
          aria-describedby="start-found"
          placeholder="Paste ATIP, --help text, a list of tools, a model’s answer, a shell line or output to redact, or drop a file"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          onChange={(event) => take(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      )}
      <div className="row start-foot">
        <p id="start-found" role="status" className={`verdict grow tone-${tone}`}>
          {found && <Icon name={tone === 'good' ? 'check' : tone} />}
          <span>
            <strong>{visibleText(found?.words ?? '')}</strong> {visibleText(problem ?? found?.reason ?? '')}
          </span>
        </p>
        {isEmpty && (
          <FileButton look="plain" onFiles={openFiles}>
            Choose a file
          </FileButton>
        )}
        <Button
          ref={button}
          look="primary"
          disabled={isEmpty}
          aria-disabled={isRefused && !pending}
          onClick={() => void open()}
        >
          Open <Icon name="enter" />
        </Button>
      </div>
    </div>
  );
}

/** Figures of documents that load when they are opened; a test compares them with the documents. */
export const WELL_KNOWN = [
  { name: 'git', commands: 227, destroys: 34 },
  { name: 'gh', commands: 193, destroys: 55 },
  { name: 'docker', commands: 212, destroys: 67 },
  { name: 'kubectl', commands: 98, destroys: 48 },
  { name: 'npm', commands: 103, destroys: 28 },
  { name: 'terraform', commands: 38, destroys: 11 },
] as const;

function KnownTools(): ReactElement {
  const { page, documents, dispatch } = usePage();
  return (
    <section className="stack" aria-label="Tools to start from">
      <div className="row">
        <h3 className="grow">Or start from a known tool</h3>
        <Button look="link" onClick={() => page.openDialog('tools')}>
          All tools
        </Button>
      </div>
      <ul className="start-tools">
        {WELL_KNOWN.map((tool) => (
          <li key={tool.name}>
            <button type="button" className="bare card start-tool" onClick={() => documents.openTool(tool.name, false)}>
              <strong className="mono">{tool.name}</strong>
              <Danger {...tool} />
            </button>
          </li>
        ))}
      </ul>
      <div className="row apart">
        <Button look="link" onClick={() => dispatch({ type: 'set', key: 'view', value: 'line' })}>
          Check a shell line
        </Button>
        <Button look="link" onClick={() => dispatch({ type: 'set', key: 'view', value: 'redact' })}>
          Redact output
        </Button>
      </div>
    </section>
  );
}

interface DangerProps {
  readonly commands: number;
  /** Commands that destroy by themselves. */
  readonly destroys: number;
}

/** How much of a tool destroys, in words and as a bar. */
export function Danger({ commands, destroys }: DangerProps): ReactElement {
  const image = `linear-gradient(90deg, var(--red) ${(100 * destroys) / Math.max(commands, 1)}%, transparent 0)`;
  const all = commands.toLocaleString('en');
  const words = `${destroys.toLocaleString('en')} of ${all} ${destroys === 1 ? 'destroys' : 'destroy'}`;
  return (
    <span className="danger small quiet">
      {destroys === 0 ? countOf(commands, 'command') : words}
      <span className="danger-bar" style={{ backgroundImage: image }} />
    </span>
  );
}

/** Opens a text as what it is. @returns the reason where it cannot be opened, as a sentence */
function useOpenImported({ dispatch, copy, setSide }: Page) {
  const ask = useAsk('import');
  return async (text: string, fileName?: string): Promise<string | undefined> => {
    const hasDocument = activeDocument(copy).text.trim() !== '';
    const outcome = await ask({ text, fileName, hasDocument });
    if (!outcome.ok) return outcome.message;
    if (!outcome.answer.ok) return outcome.answer.message;
    for (const action of outcome.answer.actions) dispatch(action);
    setSide('result');
    return undefined;
  };
}

/** Recognises each file and opens it, or tells the person why it cannot. */
export function useOpenFiles(page: Page): (files: readonly File[]) => Promise<void> {
  const open = useOpenImported(page);
  return async (files) => {
    for (const file of files.slice(0, MAX_FILES)) {
      const { text, message } = await readFile(file);
      const problem = text === undefined ? message : await open(text, file.name);
      if (problem !== undefined) page.page.tell(visibleText(`${file.name}: ${problem}`));
    }
    if (files.length > MAX_FILES) page.page.tell(`Only the first ${MAX_FILES} of ${files.length} files were read.`);
  };
}

const MAX_FILES = 20;
function tooLarge(size: number): string {
  return `${sizeOf(size)} is too much; a document may have ${sizeOf(MAX_SOURCE_LENGTH)}.`;
}

async function readFile(file: File) {
  if (file.size > MAX_SOURCE_LENGTH) return { message: tooLarge(file.size) };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch (error) {
    // The decoder throws the one, a folder the other.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
  }
  return { message: 'It is not a text file, or cannot be read.' };
}

/** By the mark at its start, which PowerShell writes. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Files dropped anywhere go to `open`. */
export function useFileDrop(open: (files: readonly File[]) => Promise<void>): void {
  const onDrag = (event: DragEvent): void => {
    const { dataTransfer, type } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser leaves the page for the file, or the editor takes it.
    event.preventDefault();
    event.stopPropagation();
    // An open question comes first.
    const isBusy = document.querySelector('.dialog') !== null;
    dataTransfer.dropEffect = isBusy ? 'none' : 'copy';
    if (type === 'drop' && !isBusy) void open([...dataTransfer.files]);
  };
  useWindowEvent('dragover', onDrag);
  useWindowEvent('drop', onDrag);
}
