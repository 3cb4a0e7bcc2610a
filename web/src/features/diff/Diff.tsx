import '../../components/content.css';
import './diff.css';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { Button, FileButton } from '../../components/controls.tsx';
import { Disclosure, ScrollRegion } from '../../components/content.tsx';
import { type PanelProps, usePage } from '../../page/page-context.ts';
import { visibleOutput, visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { readFiles } from '../import/dropped-files.ts';
import git from '../start/git.json?raw';
import next from '../start/git-next.json?raw';
import { loadToolNames, loadToolText } from '../start/well-known.ts';
import type { CompareQuestion } from './answer-compare.ts';
import { ComparedChanges } from './ComparedChanges.tsx';
import { type CompareSource, PASTED, type Side, useSources } from './sources.ts';

const EXAMPLE: Readonly<Record<Side, CompareSource>> = {
  before: { choice: 'sample', name: 'git.json', text: git },
  after: { choice: 'sample', name: 'git-next.json', text: next },
};

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
      <div className="bar diff-sources">
        {field('before', 'Before')}
        <Button look="plain" onClick={() => setSources({ before: sources.after, after: sources.before })}>
          <span aria-hidden="true">⇄</span> Swap
        </Button>
        {field('after', 'After')}
      </div>
      <div className="diff-body">
        {isOne && (
          <div className="stack diff-empty">
            <h2 className="diff-title">Which version does your next release need?</h2>
            <p>
              Choose another version of {visibleText(after.name)} above. The page says what breaks, what can do more
              harm, and which version number the changes need.
            </p>
            <div className="row">
              <Button look="primary" onClick={() => setSources({ ...sources, before: PASTED })}>
                Paste the last release
              </Button>
              <Button onClick={() => setSources(EXAMPLE)}>See an example: git 2.47.0 and 2.47.1</Button>
            </div>
          </div>
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
            <TextDiff question={question} active={active} />
          </Disclosure>
        )}
      </div>
    </div>
  );
}

interface SourceFieldProps {
  readonly label: string;
  readonly source: CompareSource;
  readonly onSource: (source: CompareSource) => void;
}

function SourceField({ label, source, onSource }: SourceFieldProps): ReactElement {
  const { copy, page } = usePage();
  const { tell } = page;
  const [tools, setTools] = useState<readonly string[]>([]);
  useEffect(() => {
    void loadToolNames().then((loaded) => {
      if (loaded.ok) setTools(loaded.value);
      else tell('The list of well-known tools did not load. Reload the page to try again.');
    });
  }, [tell]);
  const newest = useRef('');
  const take = async (files: readonly File[]): Promise<void> => {
    const { items, refused } = await readFiles(files);
    const [file] = items;
    if (file) onSource({ ...PASTED, name: file.fileName ?? PASTED.name, text: file.text });
    else if (refused.length > 0) tell(refused.join(' '));
  };
  const choose = async (key: string): Promise<void> => {
    newest.current = key;
    if (key === 'pasted') return onSource(PASTED);
    if (!key.startsWith('tool:')) return onSource({ id: key });
    const name = key.slice('tool:'.length);
    const loaded = await loadToolText(name);
    // The person may have chosen something else meanwhile.
    if (newest.current !== key) return;
    if (loaded.ok) onSource({ choice: `tool:${name}`, name, text: loaded.value });
    else tell(`${name} did not load. Reload the page to try again.`);
  };
  const isPasted = 'choice' in source && source.choice === 'pasted';
  return (
    <div className="diff-source stack">
      <label className="row">
        <span className="quiet">{label}</span>
        <select
          className="field select grow"
          value={'id' in source ? source.id : source.choice}
          onChange={(event) => void choose(event.target.value)}
        >
          <optgroup label="Open documents">
            {copy.documents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
          <option value="pasted">{isPasted ? source.name : 'Paste, or choose a file'}</option>
          {'choice' in source && source.choice === 'sample' && <option value="sample">{source.name} (example)</option>}
          <optgroup label="Well-known tools">
            {tools.map((name) => (
              <option key={name} value={`tool:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {isPasted && (
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
          <FileButton small className="start" label={`${label}: file`} onFiles={take}>
            Choose a file
          </FileButton>
        </>
      )}
    </div>
  );
}

const MOST_LINES = 5000;

function TextDiff({
  question,
  active,
}: {
  readonly question: CompareQuestion;
  readonly active: boolean;
}): ReactElement {
  const { last, pending, failure } = useAnswer('compare-lines', active ? question : undefined);
  if (failure !== undefined) return <p className="bad">{failure}</p>;
  if (last === undefined) return <p className="quiet">Comparing…</p>;
  const { lines, added, removed } = last.answer;
  if (lines.length === 0) return <p role="status">Both texts have the same lines.</p>;
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
