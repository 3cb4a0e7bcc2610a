import { usePage } from '../../page/page-context.ts';
import { Button } from '../../components/Button.tsx';
import '../../components/content.css';
import './diff.css';
import { type ReactElement, useMemo, useState, useEffect, useRef } from 'react';
import type { CompareQuestion } from './answer-compare.ts';
import { Choice } from '../../components/Choice.tsx';
import git from '../start/git.json?raw';
import next from '../start/git-next.json?raw';
import type { PanelProps } from '../../page/page-context.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { ComparedChanges } from './ComparedChanges.tsx';
import { type CompareSource, type Side, useSources, keyOf } from './sources.ts';
import { loadToolNames, loadToolText } from '../start/more-tools.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { visibleOutput } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';

const VIEWS = [
  { value: 'changes', label: 'Changes' },
  { value: 'text', label: 'Text' },
] as const;

const sample = (name: string, text: string): CompareSource => ({ kind: 'text', origin: 'sample', name, text });

export function Diff(props: PanelProps): ReactElement {
  const { active } = props;
  const { sources, texts, setSources, goTo } = useSources(props);
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('changes');
  const { before, after } = texts;
  const question = useMemo(
    (): CompareQuestion => ({ before: before.text, after: after.text }),
    [before.text, after.text],
  );
  const isOne = before.id !== undefined && before.id === after.id;
  const showsChanges = view === 'changes' && !isOne;
  const { last, pending, failure } = useAnswer('compare', active && showsChanges ? question : undefined);
  const field = (side: Side, label: string): ReactElement => (
    <SourceField
      label={label}
      source={sources[side]}
      onSource={(source) => setSources({ ...sources, [side]: source })}
    />
  );
  return (
    <div className="panel pane-body panel-flow compare" data-part="compare" data-pending={pending}>
      <div className="compare-sources">
        {field('before', 'Before')}
        <Button className="compare-swap" onClick={() => setSources({ before: sources.after, after: sources.before })}>
          <span aria-hidden="true">⇄</span> Swap
        </Button>
        {field('after', 'After')}
      </div>
      <Choice label="What is compared" name="compare-view" options={VIEWS} value={view} onChoose={setView} />
      {view === 'changes' && isOne && (
        <EmptyCompare
          onExample={() => setSources({ before: sample('git.json', git), after: sample('git-next.json', next) })}
        />
      )}
      {failure !== undefined && <p className="bad">{failure}</p>}
      {showsChanges &&
        last &&
        (last.answer.ok ? (
          <ComparedChanges
            comparison={last.answer}
            isBehind={pending}
            onGo={last.question === question ? goTo : undefined}
          />
        ) : (
          <p role="status">
            {texts[last.answer.side].name} ({last.answer.side}) cannot be compared: {last.answer.message}
          </p>
        ))}
      {view === 'text' && <TextDiff active={active} before={before.text} after={after.text} />}
    </div>
  );
}

function EmptyCompare({ onExample }: { readonly onExample: () => void }): ReactElement {
  return (
    <div className="empty">
      <p>
        <strong>Both sides are the same document, so nothing differs.</strong>
      </p>
      <p>
        Choose another one above: a second open document, an everyday tool, or the text of your last release. The page
        then says what breaks, what may do more harm, what providers make of it, and which version that asks for.
      </p>
      <Button look="primary" onClick={onExample}>
        Compare git 2.47.0 with an invented 2.47.1
      </Button>
    </div>
  );
}

interface SourceFieldProps {
  readonly label: string;
  readonly source: CompareSource;
  readonly onSource: (source: CompareSource) => void;
}

/** Chooses one side: an open document, an everyday tool by name, or a text that is pasted here. */
function SourceField({ label, source, onSource }: SourceFieldProps): ReactElement {
  const { copy, page } = usePage();
  const { tell } = page;
  const tools = useToolNames(tell);
  const newest = useRef(0);
  const choose = async (key: string): Promise<void> => {
    const [, kind, rest = ''] = /^(\w+):?(.*)$/s.exec(key) ?? [];
    const turn = newest.current + 1;
    newest.current = turn;
    if (kind === 'document') onSource({ kind: 'document', id: rest });
    else if (kind === 'pasted') onSource({ kind: 'text', origin: 'pasted', name: 'pasted text', text: '' });
    else if (kind === 'tool') {
      const loaded = await loadToolText(rest);
      // The person may have chosen something else meanwhile.
      if (turn !== newest.current) return;
      if (loaded.ok) onSource({ kind: 'text', origin: 'tool', name: rest, text: loaded.value });
      else tell(`${rest} did not load: ${loaded.reason}`);
    }
  };
  return (
    <div className="stack">
      <label className="stack">
        <span className="quiet small">{label}</span>
        <select className="field" value={keyOf(source)} onChange={(event) => void choose(event.target.value)}>
          <optgroup label="Open documents">
            {copy.documents.map(({ id, name }) => (
              <option key={id} value={`document:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <option value="pasted">Pasted text</option>
          {source.kind === 'text' && source.origin === 'sample' && (
            <option value={keyOf(source)}>{source.name} (sample)</option>
          )}
          <optgroup label="Everyday tools">
            {tools.map((name) => (
              <option key={name} value={`tool:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {source.kind === 'text' && source.origin === 'pasted' && (
        <textarea
          className="field mono"
          aria-label={`${label}: pasted document`}
          rows={5}
          spellCheck={false}
          wrap="off"
          placeholder="Paste an ATIP document, such as the one of the last release."
          value={source.text}
          onChange={(event) => onSource({ ...source, text: event.target.value })}
        />
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
      else tell(`The list of everyday tools did not load: ${loaded.reason}`);
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
  if (hunks.length === 0) return <p role="status">Not a line differs.</p>;
  const lines = hunks.flatMap((hunk) => [`@@ line ${hunk.before} → line ${hunk.after}`, ...hunk.lines]);
  return (
    <div className={pending ? 'stack is-stale' : 'stack'}>
      <p role="status">
        {countOf(removed, 'line')} removed, {added.toLocaleString('en')} added.
      </p>
      <ScrollRegion label="Lines that differ" className="text-box compare-lines">
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
