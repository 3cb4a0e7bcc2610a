import '../components/content.css';
import './start.css';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { Button, FileButton } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { usePage } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { ImportSource } from './answer-import.ts';
import { useOpenImported, readFiles, takeDroppedFile } from './open-imported.ts';
import { TOOLS_AT_HAND, WELL_KNOWN, loadToolText } from './well-known.ts';

/** Replaces the workspace while there is no document: one field that takes anything, and tools to look at. */
export function Start(): ReactElement {
  const { page, companion } = usePage();
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
        Nothing leaves this page. To find and run the tools of this machine,{' '}
        <Button look="link" onClick={() => page.openDialog('companion')}>
          {companion.state.kind === 'connected' ? 'look at them' : 'connect it'}
        </Button>
        .
      </p>
    </div>
  );
}

function StartField(): ReactElement {
  const page = usePage();
  const [{ pasted, problem }, setField] = useState<{ pasted: ImportSource; problem?: string }>({
    pasted: { text: '' },
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const openImported = useOpenImported(page);
  const isEmpty = pasted.text.trim() === '';
  const { last } = useAnswer('recognise', isEmpty ? undefined : pasted);
  const found = isEmpty ? undefined : last?.answer;
  const isSettled = last?.question === pasted;
  useEffect(() => {
    // On a touch screen the keyboard would hide the rest.
    if (document.activeElement === document.body && matchMedia('(pointer: fine)').matches) field.current?.focus();
    return takeDroppedFile((item) => setField({ pasted: item }));
  }, []);
  const say = (text: string): void => setField((now) => ({ ...now, problem: text }));
  const open = async (): Promise<void> => {
    const reason = await openImported(pasted, { found: isSettled ? found : undefined });
    if (reason !== undefined) say(reason);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isEmpty) return;
    // The person may still be typing.
    const isTyping = found && (!found.opens || found.kind === 'broken');
    if (isTyping && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void open();
  };
  const choose = async (files: readonly File[]): Promise<void> => {
    const { items, refused } = await readFiles(files);
    if (items[0] !== undefined) setField({ pasted: items[0] });
    if (refused[0] !== undefined) say(refused[0]);
    field.current?.focus();
  };
  return (
    <div className="start-field">
      <textarea
        ref={field}
        className="mono"
        aria-label="Paste anything that describes a tool"
        aria-describedby="start-found"
        placeholder="Paste ATIP, --help text, an MCP or OpenAI tool list, a model’s answer, a command line, or drop a file"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={pasted.text}
        onChange={(event) => setField({ pasted: { text: event.target.value } })}
        onKeyDown={onKeyDown}
      />
      <div className="row start-foot">
        <div id="start-found" role="status" className="start-found row grow">
          {found && (
            <span className={found.opens ? 'badge start-opens' : 'badge'}>
              <Icon name={found.opens ? 'check' : 'info'} />
              {visibleText(found.words)}
            </span>
          )}
          <span className={found ? 'quiet wrap' : 'bad wrap'}>{problem ?? found?.reason}</span>
        </div>
        {isEmpty && (
          <FileButton look="plain" label="File to open" onFiles={choose}>
            Choose a file
          </FileButton>
        )}
        <Button look="primary" disabled={isEmpty || (isSettled && found?.opens === false)} onClick={() => void open()}>
          Open <Icon name="enter" />
        </Button>
      </div>
    </div>
  );
}

function KnownTools(): ReactElement {
  const { documents, page } = usePage();
  const open = async (name: string): Promise<void> => {
    const loaded = await loadToolText(name);
    if (loaded.ok) documents.openSample({ title: name, name: `${name}.json`, text: loaded.value });
    else page.tell(`${name} did not load. Reload the page to try again.`);
  };
  return (
    <section className="stack" aria-label="Tools to start from">
      <div className="row">
        <h3 className="grow">Or start from a tool that everybody knows</h3>
        <Button look="plain" className="start-all" onClick={() => page.openDialog('samples')}>
          All {TOOLS_AT_HAND}
        </Button>
      </div>
      <ul className="start-tools">
        {WELL_KNOWN.map(({ name, commands, of, destroy, change }) => (
          <li key={name}>
            <button type="button" className="bare card start-tool" onClick={() => void open(name)}>
              <span className="row">
                <span className="name mono">{name}</span>{' '}
                <span className="small quiet">
                  {countOf(commands, 'command')}
                  {commands === 1 && `, ${destroy} options destroy`}
                </span>
              </span>
              {commands > 1 && (
                <span className="visually-hidden">
                  , {destroy} destroy, {change} change something
                </span>
              )}
              <span
                className="start-bar"
                title={`${destroy} destroy, ${change} change something, of ${of}`}
                style={{ backgroundImage: barImage(destroy / of, (destroy + change) / of) }}
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function barImage(destroy: number, change: number): string {
  return `linear-gradient(90deg, var(--red) ${100 * destroy}%, var(--faint) 0 ${100 * change}%, transparent 0)`;
}
