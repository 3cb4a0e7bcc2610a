import '../../components/content.css';
import './diff.css';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { CompareQuestion } from './answer-compare.ts';
import { Button } from '../../components/Button.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { readFiles } from '../import/read-files.ts';
import git from '../start/git.json?raw';
import next from '../start/git-next.json?raw';
import { loadToolNames, loadToolText } from '../start/more-tools.ts';
import { type PanelProps, usePage } from '../../page/page-context.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { ComparedChanges } from './ComparedChanges.tsx';
import { type CompareSource, type Side, useSources, keyOf, PASTED } from './sources.ts';
import { visibleOutput, visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';

const sample = (name: string, text: string): CompareSource => ({ kind: 'text', origin: 'sample', name, text });

/** Two versions of a tool: the version step that the changes ask for, then the changes. */
export function Diff(props: PanelProps): ReactElement {
  const { active } = props;
  const { sources, texts, setSources, goTo } = useSources(props);
  const { before, after } = texts;
  const question = useMemo(
    (): CompareQuestion => ({ before: before.text, after: after.text }),
    [before.text, after.text],
  );
  const isOne = before.id !== undefined && before.id === after.id;
  const isEmpty = isOne || before.text.trim() === '' || after.text.trim() === '';
  const { last, pending, failure } = useAnswer('compare', active && !isEmpty ? question : undefined);
  const field = (side: Side, label: string): ReactElement => (
    <SourceField
      label={label}
      source={sources[side]}
      onSource={(source) => setSources({ ...sources, [side]: source })}
    />
  );
  return (
    <div className="panel pane-body diff" data-part="diff" data-pending={pending}>
      <div className="diff-sources">
        {field('before', 'Before')}
        <Button look="plain" onClick={() => setSources({ before: sources.after, after: sources.before })}>
          <span aria-hidden="true">⇄</span> Swap
        </Button>
        {field('after', 'After')}
      </div>
      <div className="diff-body">
        {isOne && (
          <EmptyDiff
            name={after.name}
            onPaste={() => setSources({ ...sources, before: PASTED })}
            onExample={() => setSources({ before: sample('git.json', git), after: sample('git-next.json', next) })}
          />
        )}
        {failure !== undefined && <p className="bad">{failure}</p>}
        {!isEmpty &&
          last &&
          (last.answer.ok ? (
            <ComparedChanges
              comparison={last.answer}
              isBehind={pending}
              onGo={last.question === question ? goTo : undefined}
            />
          ) : (
            <p role="status">
              {visibleText(texts[last.answer.side].name)} ({last.answer.side}) cannot be compared: {last.answer.message}
            </p>
          ))}
        {!isEmpty && (
          <Disclosure summary="Lines that differ">
            <TextDiff active={active} before={before.text} after={after.text} />
          </Disclosure>
        )}
      </div>
    </div>
  );
}

interface EmptyDiffProps {
  readonly name: string;
  readonly onPaste: () => void;
  readonly onExample: () => void;
}

function EmptyDiff({ name, onPaste, onExample }: EmptyDiffProps): ReactElement {
  return (
    <div className="stack diff-empty">
      <h2 className="diff-title">Which version does your next release need?</h2>
      <p>
        Choose another version of {visibleText(name)} above. The page says what breaks, what can do more harm, and which
        version number the changes need.
      </p>
      <div className="row">
        <Button look="primary" onClick={onPaste}>
          Paste the last release
        </Button>
        <Button onClick={onExample}>See an example: git 2.47.0 and 2.47.1</Button>
      </div>
    </div>
  );
}

interface SourceFieldProps {
  readonly label: string;
  readonly source: CompareSource;
  readonly onSource: (source: CompareSource) => void;
}

/** Chooses one side: an open document, a well-known tool by name, a text that is pasted here, or a file. */
function SourceField({ label, source, onSource }: SourceFieldProps): ReactElement {
  const { copy, page } = usePage();
  const { tell } = page;
  const tools = useToolNames(tell);
  const newest = useRef(0);
  const take = async (files: FileList | null): Promise<void> => {
    const { items, refused } = await readFiles(files ?? []);
    const [file] = items;
    if (file) onSource({ kind: 'text', origin: 'pasted', name: file.fileName ?? PASTED.name, text: file.text });
    else if (refused.length > 0) tell(refused.join(' '));
  };
  const choose = async (key: string): Promise<void> => {
    const [, kind, rest = ''] = /^(\w+):?(.*)$/s.exec(key) ?? [];
    const turn = newest.current + 1;
    newest.current = turn;
    if (kind === 'document') onSource({ kind: 'document', id: rest });
    else if (kind === 'pasted') onSource(PASTED);
    else if (kind === 'tool') {
      const loaded = await loadToolText(rest);
      // The person may have chosen something else meanwhile.
      if (turn !== newest.current) return;
      if (loaded.ok) onSource({ kind: 'text', origin: 'tool', name: rest, text: loaded.value });
      else tell(`${rest} did not load. Reload the page to try again.`);
    }
  };
  return (
    <div className="diff-source stack">
      <label className="row">
        <span className="quiet">{label}</span>
        <select
          className="field select grow"
          value={keyOf(source)}
          onChange={(event) => void choose(event.target.value)}
        >
          <optgroup label="Open documents">
            {copy.documents.map(({ id, name }) => (
              <option key={id} value={`document:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <option value="pasted">
            {source.kind === 'text' && source.origin === 'pasted' ? source.name : 'Paste, or choose a file'}
          </option>
          {source.kind === 'text' && source.origin === 'sample' && (
            <option value={keyOf(source)}>{source.name} (example)</option>
          )}
          <optgroup label="Well-known tools">
            {tools.map((name) => (
              <option key={name} value={`tool:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {source.kind === 'text' && source.origin === 'pasted' && (
        <>
          <textarea
            className="field mono"
            aria-label={`${label}: pasted document`}
            rows={5}
            spellCheck={false}
            wrap="off"
            placeholder="Paste an ATIP document, such as the one of your last release."
            value={source.text}
            onChange={(event) => onSource({ ...source, text: event.target.value })}
          />
          <input
            type="file"
            aria-label={`${label}: file`}
            accept=".json,application/json"
            onChange={({ target }) => void take(target.files)}
          />
        </>
      )}
    </div>
  );
}

function useToolNames(tell: (message: string) => void): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    void loadToolNames().then((loaded) => {
      if (!current) return;
      if (loaded.ok) setNames(loaded.value);
      else tell('The list of well-known tools did not load. Reload the page to try again.');
    });
    return () => {
      current = false;
    };
  }, [tell]);
  return names;
}

const MOST_LINES = 5000;

interface TextDiffProps {
  readonly active: boolean;
  readonly before: string;
  readonly after: string;
}

function TextDiff({ active, before, after }: TextDiffProps): ReactElement {
  const question = useMemo(() => ({ before, after }), [before, after]);
  const { last, pending, failure } = useAnswer('compare-lines', active ? question : undefined);
  if (failure !== undefined) return <p className="bad">{failure}</p>;
  if (last === undefined) return <p className="quiet">Comparing…</p>;
  const { hunks, added, removed } = last.answer;
  if (hunks.length === 0) return <p role="status">Both texts have the same lines.</p>;
  const lines = hunks.flatMap((hunk) => [`@@ line ${hunk.before} → line ${hunk.after}`, ...hunk.lines]);
  return (
    <div className={pending ? 'stack is-stale' : 'stack'}>
      <p role="status">
        {countOf(removed, 'line')} removed, {added.toLocaleString('en')} added.
      </p>
      <ScrollRegion label="Lines that differ" className="text-box diff-lines">
        <pre>
          {lines.slice(0, MOST_LINES).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their order.
            <span key={index} data-sign={line[0]}>
              {visibleOutput(line)}
              {'\n'}
            </span>
          ))}
        </pre>
      </ScrollRegion>
      {lines.length > MOST_LINES && <p className="quiet">{countOf(lines.length - MOST_LINES, 'more line')}</p>}
    </div>
  );
}
