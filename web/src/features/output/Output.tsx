import './output.css';
import { usePage, type PanelProps } from '../../page/page-context.ts';
import { Table } from '../../components/Table.tsx';
import { EmptyDocument } from '../start/EmptyDocument.tsx';
import { type ReactElement, useEffect, useId, useMemo, useRef, useState, type RefObject, useCallback } from 'react';
import type { OutputQuestion } from './compiled-tool.ts';
import { CodeView, type CodeViewHandle } from '../../components/CodeView.tsx';
import { Button } from '../../components/Button.tsx';
import { type Result, staleLine } from '../../document/compilation.ts';
import { countOf, percent } from '../../text/words.ts';
import { useAnswer, type Answered } from '../../worker/use-answer.ts';
import { CopyMenu } from './CopyMenu.tsx';
import { type Detail, HealthLine, LossList } from './HealthLine.tsx';
import { type OutputPartProps, type ShownOutput, headerSettings, outputTitle, jumpTo } from './shown-output.ts';
import { PROVIDER_LABELS, PROVIDER_OPTIONS, STRICT_PROVIDERS } from '../../document/providers.ts';
import { Select } from '../../components/Select.tsx';
import { useMedia } from '../../components/use-media.ts';
import { pointerTokens } from '@atip/core/internal';
import { linesOfOffset, type Provenance, sourceOfLine } from '../../document/provenance.ts';

export function Output(props: PanelProps): ReactElement {
  const { compilation, document } = props;
  const { result, stale } = compilation;
  return (
    <div className="panel" data-part="output" data-revision={result?.revision ?? 0} data-stale={stale}>
      {result === undefined || result.output.tools === 0 ? (
        <div className="bar output-head">
          <ProviderChoice />
        </div>
      ) : (
        <Tools {...props} key={document.id} result={result} />
      )}
      {result === undefined && staleLine(compilation) !== undefined && (
        <p className="empty" role="status">
          The tools appear here as soon as the document has no errors. Problems names them, and mends what it can.
        </p>
      )}
      {result?.output.tools === 0 && (
        <EmptyDocument
          title="This document has no commands, so there is nothing to send."
          example={`"commands": {\n  "": { "description": "Say hello" }\n}`}
        >
          Add one under <code>commands</code>. The empty key stands for the tool itself:
        </EmptyDocument>
      )}
    </div>
  );
}

/** For whom the document is compiled. */
function ProviderChoice(): ReactElement {
  const { copy, dispatch } = usePage();
  const { provider, strict } = copy;
  return (
    <>
      <Select
        aria-label="Provider"
        options={PROVIDER_OPTIONS}
        value={provider}
        onChoose={(chosen) => dispatch({ type: 'choose-provider', provider: chosen })}
      />
      {STRICT_PROVIDERS.includes(provider) && (
        <label className="check quiet" title="The provider sends nothing but what the schema allows">
          Strict
          <input
            type="checkbox"
            role="switch"
            aria-checked={strict}
            checked={strict}
            onChange={(event) => dispatch({ type: 'set-strict', strict: event.target.checked })}
          />
        </label>
      )}
    </>
  );
}

/** Questions about an output wait until typing pauses: ms, and one more for each of these UTF-16 units. */
const QUIET = 150;
const UNITS = 2000;

/** The output with its numbers, what is behind them, and where each line comes from. */
function Tools({ result, ...props }: PanelProps & { readonly result: Result }): ReactElement {
  const { active, compilation, document, dispatch, page } = props;
  const { output, source } = result;
  const { provider, strict } = output;
  const { text, filter } = source;
  const shown = useMemo((): ShownOutput => {
    const settings = headerSettings(provider, strict);
    return { question: { text, ...(filter && { filter }), provider, settings }, output };
  }, [text, filter, provider, strict, output]);
  const question = useQuiet(shown.question, QUIET + text.length / UNITS);
  const view = useRef<CodeViewHandle>(null);
  const part: OutputPartProps = { active, document, dispatch, page, question };
  const links = useLineLinks({ ...part, shown, view });
  const { last } = useAnswer('output-health', active ? question : undefined);
  const [detail, setDetail] = useState<Detail>();
  const counted = useAnswer('output-tokens', active && detail === 'tokens' ? question : undefined);
  const detailId = useId();
  const title = outputTitle(shown.question);
  return (
    <section className="panel" aria-label={title}>
      <div className="bar output-head">
        <ProviderChoice />
        <HealthLine
          output={output}
          health={last?.answer}
          detail={detail}
          detailId={detailId}
          onDetail={(wanted) => setDetail(wanted === detail ? undefined : wanted)}
        />
        {document.filter !== undefined && (
          <Button look="link" onClick={() => dispatch({ type: 'set-filter', label: 'All commands are shown again' })}>
            Show all
          </Button>
        )}
        <CopyMenu shown={shown} isStale={compilation.stale} />
      </div>
      {detail !== undefined && (
        <div className="output-detail" id={detailId}>
          {detail === 'losses' ? <LossList {...part} /> : <TokenList {...part} counted={counted} />}
        </div>
      )}
      <CodeView
        ref={view}
        label={`Tools for ${title}`}
        className="code-pane output-code"
        text={output.text}
        actions={links.actions}
      />
      <LineReason links={links} view={view} provider={PROVIDER_LABELS[provider]} />
    </section>
  );
}

/** A question as it was once it had not changed for a number of ms; the first one at once. */
function useQuiet(question: OutputQuestion, ms: number): OutputQuestion {
  const [quiet, setQuiet] = useState(question);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(question), ms);
    return () => clearTimeout(timer);
  }, [question, ms]);
  return quiet;
}

interface TokenListProps extends OutputPartProps {
  readonly counted: Answered<'output-tokens'>;
}

function TokenList({ counted, ...props }: TokenListProps): ReactElement {
  const { last, failure } = counted;
  if (failure !== undefined) return <p className="pane-note">{failure}</p>;
  if (last?.answer === undefined)
    return <p className="pane-note quiet">Counting tokens; the first time loads OpenAI's encoding …</p>;
  const { label, total, frame, rows } = last.answer;
  return (
    <div className="stack">
      <p>
        <strong>{countOf(total, 'token')}</strong>
        {frame > 0 && <span className="quiet">, {frame} of them around the tools</span>}{' '}
        <span className="quiet">({label})</span>
      </p>
      <Table className="output-table" caption="Largest tools" isTitled columns={['Tool', 'Tokens', 'Share']}>
        {rows.map(({ name, tokens, range }) => (
          <tr key={name}>
            <th scope="row">
              <button
                type="button"
                className="place-link bare mono"
                onClick={() => jumpTo(props, last.question.text, range)}
              >
                {name}
              </button>
            </th>
            <td>{tokens.toLocaleString('en')}</td>
            <td>{percent(total === 0 ? 0 : tokens / total)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

interface LineReasonProps {
  readonly links: LineLinks;
  readonly view: RefObject<CodeViewHandle | null>;
  readonly provider: string;
}

/** The bottom line of the panel: what made the line that is pointed at, or where to find what the document's place made. */
function LineReason({ links: { pointed, elsewhere }, view, provider }: LineReasonProps): ReactElement {
  const isTouch = useMedia('(hover: none)');
  const [first] = elsewhere;
  return (
    <div className="foot output-reason">
      <p role="status" className="grow clip">
        {pointed !== undefined ? (
          <Reason {...pointed} provider={provider} />
        ) : elsewhere.length > 0 ? (
          `${countOf(elsewhere.length, 'line')} of the output ${elsewhere.length === 1 ? 'comes' : 'come'} from here`
        ) : (
          <span className="quiet">
            {isTouch ? 'Tap a line to go where it comes from.' : 'Point at a line to see where it comes from.'}
          </span>
        )}
      </p>
      {pointed === undefined && first !== undefined && (
        <Button small onClick={() => view.current?.reveal(first)}>
          Show in output
        </Button>
      )}
    </div>
  );
}

type Pointed = NonNullable<LineLinks['pointed']> & { readonly provider: string };

function Reason({ line, source, provider }: Pointed): ReactElement {
  if (source === undefined)
    return <span className="quiet">Where line {line} comes from is known once the document has no errors.</span>;
  const places = [...new Set(source.paths.map(pointerWords))].map((words) => words || 'the tool');
  const [first, ...others] = places;
  return (
    <>
      {source.kind === 'dialect' ? `Added for ${provider}, to` : 'From'} <code>{first}</code>
      {others.length > 0 && (
        <span className="quiet" title={others.join('\n')}>
          {' '}
          and {countOf(others.length, 'more place')}
        </span>
      )}
    </>
  );
}

/**
 * A JSON Pointer in words, without its document: `/commands/pr/commands/create/effects/network` →
 * `"pr create › effects.network"`; the document itself is `""`.
 */
function pointerWords(pointer: string): string {
  const tokens = pointerTokens(pointer);
  const path: string[] = [];
  let at = 0;
  for (; tokens[at] === 'commands' && at + 1 < tokens.length; at += 2) path.push(tokens[at + 1] ?? '');
  const words = [path.filter((name) => name !== '').join(' '), tokens.slice(at).join('.')];
  return words.filter((word) => word !== '').join(' › ');
}

interface LineLinksProps extends Pick<OutputPartProps, 'active' | 'document' | 'page' | 'question'> {
  readonly shown: ShownOutput;
  readonly view: RefObject<CodeViewHandle | null>;
}

const NONE: readonly number[] = [];

type LineLinks = ReturnType<typeof useLineLinks>;

/** Which place of the document made which output line, both ways: what is pointed at on one side is marked on the other. */
function useLineLinks(props: LineLinksProps) {
  const { active, document, page, shown, question, view } = props;
  const { last } = useAnswer('output-provenance', active ? question : undefined);
  const isCurrent = last !== undefined && last.question.text === document.text && isSame(last.question, shown.question);
  const provenance = isCurrent ? last.answer : undefined;
  const [line, setLine] = useState<number>();
  const { marks, elsewhere } = useMarks(active ? provenance : undefined, page, view);
  const source = useMemo(
    () => (line === undefined || provenance === undefined ? undefined : sourceOfLine(provenance, line)),
    [provenance, line],
  );
  useEffect(() => {
    if (source === undefined) return undefined;
    page.highlight(source.ranges);
    return () => page.highlight([]);
  }, [page, source]);
  const onPick = useCallback(
    (picked: number) => {
      const [range] = (provenance && sourceOfLine(provenance, picked)?.ranges) ?? [];
      if (range) page.reveal(range);
      else page.tell('Where this line comes from is known as soon as the document compiles.');
    },
    [page, provenance],
  );
  const actions = useMemo(() => ({ marks, onPoint: setLine, onPick }), [marks, onPick]);
  return { actions, elsewhere, ...(line !== undefined && { pointed: { line, source } }) };
}

function isSame(one: ShownOutput['question'], other: ShownOutput['question']): boolean {
  return one.text === other.text && one.filter === other.filter;
}

interface Marks {
  readonly marks: readonly number[];
  readonly elsewhere: readonly number[];
}

const NO_MARKS: Marks = { marks: NONE, elsewhere: NONE };

/** The lines made from where a person points in the document; looked up once a frame at most. */
function useMarks(
  provenance: Provenance | undefined,
  { cursor }: PanelProps['page'],
  view: RefObject<CodeViewHandle | null>,
): Marks {
  const [found, setFound] = useState(NO_MARKS);
  useEffect(() => {
    if (provenance === undefined) {
      setFound(NO_MARKS);
      return undefined;
    }
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const offset = cursor.get();
      // Who leaves the document goes to look at what is marked here.
      if (offset === undefined) return;
      const marks = linesOfOffset(provenance, offset);
      const isSeen = marks.length === 0 || view.current?.shows(marks) !== false;
      setFound((before) => {
        if (before.marks.join() === marks.join()) return before;
        return marks.length === 0 ? NO_MARKS : { marks, elsewhere: isSeen ? NONE : marks };
      });
    };
    const unsubscribe = cursor.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(look);
    });
    look();
    return () => {
      cancelAnimationFrame(frame);
      unsubscribe();
    };
  }, [provenance, cursor, view]);
  return found;
}
