import { type DragEvent, type ReactElement, type Ref, useRef, useState } from 'react';
import type { FilterAnswer } from '../../analysis/filter/answer-filter.ts';
import { Choice } from '../../components/Choice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { EXAMPLE_LOG } from './example-log.ts';
import { MarkedTextView, type MarkedTextHandle } from './MarkedTextView.tsx';
import { readTextFile } from './read-text-file.ts';

interface FilterInputProps {
  /** Of the marked text. */
  readonly ref: Ref<MarkedTextHandle>;
  readonly text: string;
  /** Absent: nothing is known yet. */
  readonly answer: FilterAnswer | undefined;
  readonly onText: (text: string, label?: string) => void;
  readonly tell: (message: string) => void;
}

const WAYS = [
  { value: 'marked', label: 'Marked' },
  { value: 'edit', label: 'Edit' },
] as const;

type InputWay = (typeof WAYS)[number]['value'];

/** What a tool printed: pasted, from a file, or the example; then with its secrets marked, and hidden until asked for. */
export function FilterInput({ ref, text, answer, onText, tell }: FilterInputProps): ReactElement {
  const [way, setWay] = useState<InputWay>(text === '' ? 'edit' : 'marked');
  const [shows, setShows] = useState(false);
  const isMarked = way === 'marked' && text !== '';
  const take = (value: string, label?: string): void => {
    setWay(value === '' ? 'edit' : 'marked');
    onText(value, label);
  };
  const open = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const read = await readTextFile(chosen);
    if (read.ok) take(read.text, text === '' ? undefined : `Opened ${chosen.name}`);
    else tell(read.message);
  };
  const onDrop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a second way besides the button "Open a file".
    <div className="filter-part" onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      <InputBar {...{ text, way, setWay, shows, setShows }} onFile={open} onClear={() => take('', 'Output cleared')} />
      {isMarked && answer ? (
        <MarkedTextView ref={ref} label="Output with secrets marked" marked={answer.before} masked={!shows} named />
      ) : (
        <textarea
          className="field mono filter-paste"
          aria-label="Output of a tool"
          rows={8}
          spellCheck={false}
          wrap="off"
          value={text}
          placeholder="Paste what a tool printed. What looks like a secret is marked by the rule that found it."
          onPaste={(event) => {
            if (text !== '') return;
            event.preventDefault();
            take(event.clipboardData.getData('text/plain'));
          }}
          onChange={(event) => onText(event.target.value)}
        />
      )}
      {text === '' ? (
        <div className="filter-row">
          <p className="quiet grow">No output at hand? A CI log of 23 lines with planted tokens shows it all.</p>
          <button type="button" className="button button-primary" onClick={() => take(EXAMPLE_LOG)}>
            Insert an example
          </button>
        </div>
      ) : (
        !isMarked && <p className="quiet">Here everything is in clear, {countOf(text.length, 'character')}.</p>
      )}
    </div>
  );
}

interface InputBarProps {
  readonly text: string;
  readonly way: InputWay;
  readonly setWay: (way: InputWay) => void;
  readonly shows: boolean;
  readonly setShows: (shows: boolean) => void;
  readonly onFile: (file: File | undefined) => Promise<void>;
  readonly onClear: () => void;
}

function InputBar({ text, way, setWay, shows, setShows, onFile, onClear }: InputBarProps): ReactElement {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="filter-row">
      <h3 className="grow">
        What the tool printed{' '}
        <span className="quiet filter-aside">
          <Icon name="check" /> Nothing leaves this page.
        </span>
      </h3>
      {text !== '' && (
        <>
          <Choice label="How the output is shown" name="filter-way" options={WAYS} value={way} onChoose={setWay} />
          {way === 'marked' && (
            <label className="switch">
              <input
                type="checkbox"
                role="switch"
                checked={shows}
                aria-checked={shows}
                onChange={() => setShows(!shows)}
              />
              Show secrets
            </label>
          )}
        </>
      )}
      <button type="button" className="button button-small" onClick={() => file.current?.click()}>
        <Icon name="upload" />
        Open a file
      </button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="A file with a tool’s output"
        onChange={(event) => {
          void onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {text !== '' && (
        <button type="button" className="button button-small" onClick={onClear}>
          Clear
        </button>
      )}
    </div>
  );
}
