import '../components/content.css';
import './output.css';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactElement, type RefObject } from 'react';
import { Button, Select } from '../components/controls.tsx';
import { CodeView, type CodeViewHandle } from '../components/CodeView.tsx';
import { useMedia, copyText, downloadText } from '../components/browser.ts';
import { staleLine, type Result, type CompiledOutput, type CompileSource } from '../document/compilation.ts';
import { PROVIDER_LABELS, PROVIDER_OPTIONS, STRICT_PROVIDERS } from '../document/providers.ts';
import { usePage, type PanelProps } from '../page/page-context.ts';
import { countOf } from '../text/words.ts';
import { useAnswer, useAsk } from '../worker/use-answer.ts';
import { EmptyDocument } from '../start/EmptyDocument.tsx';
import { HealthLine, LossList, TokenList, type Detail } from './HealthLine.tsx';
import { linesOfOffset, sourceOfLine, type LineSource, type LineProvenance } from './provenance.ts';
import { Icon } from '../components/Icon.tsx';
import { Menu } from '../components/Menu.tsx';
import { plainName, toolNameIn } from '../document/tool-name.ts';

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
      {result === undefined && (staleLine(compilation) !== undefined || document.text.trim() === '') && (
        <p className="empty" role="status">
          The tools appear here as soon as the document has no errors. Problems lists them, and fixes what it can.
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
        <label className="check quiet" title="The provider sends only calls that fit the schema">
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

function Tools({ result, active, document, dispatch, page }: PanelProps & { readonly result: Result }): ReactElement {
  const { output, source } = result;
  const { provider, strict } = output;
  const asked = active ? source : undefined;
  const health = useAnswer('output-health', asked);
  const { last: origin } = useAnswer('output-provenance', asked);
  const isCurrent = active && document.text === source.text && origin?.question === source;
  const view = useRef<CodeViewHandle>(null);
  const { actions, ...links } = useLineLinks(isCurrent ? origin?.answer : undefined, page, view);
  const [detail, setDetail] = useState<Detail>();
  const detailId = useId();
  const title = `${PROVIDER_LABELS[provider]}${strict && STRICT_PROVIDERS.includes(provider) ? ', strict' : ''}`;
  return (
    <section className="panel" aria-label={title}>
      <div className="bar output-head">
        <ProviderChoice />
        <HealthLine
          output={output}
          health={health.last?.answer}
          detail={detail}
          detailId={detailId}
          onDetail={setDetail}
        />
        {document.filter !== undefined && (
          <Button look="link" onClick={() => dispatch({ type: 'set-filter', label: 'All commands are shown again' })}>
            Show all
          </Button>
        )}
        <CopyMenu output={output} question={source} />
      </div>
      {detail !== undefined && (
        <div className="output-detail" id={detailId}>
          {detail === 'losses' ? <LossList question={asked} /> : <TokenList {...health} />}
        </div>
      )}
      <CodeView
        ref={view}
        label={`Tools for ${title}`}
        className="code-pane output-code"
        text={output.text}
        actions={actions}
      />
      <LineReason {...links} view={view} provider={PROVIDER_LABELS[provider]} />
    </section>
  );
}

interface LineReasonProps {
  /** The output line under the pointer, from 1. */
  readonly line: number | undefined;
  readonly source: LineSource | undefined;
  /** Output lines out of view that come from the place in the document under the pointer. */
  readonly elsewhere: readonly number[];
  readonly view: RefObject<CodeViewHandle | null>;
  readonly provider: string;
}

/** The bottom line of the panel: the source of the line under the pointer, or the lines from the document's place. */
function LineReason({ line, source, elsewhere, view, provider }: LineReasonProps): ReactElement {
  const isTouch = useMedia('(hover: none)');
  const [first] = elsewhere;
  const hint = isTouch ? 'Tap a line to go where it comes from.' : 'Point at a line to see where it comes from.';
  return (
    <div className="foot row output-reason">
      <p role="status" className="grow clip">
        {line !== undefined ? (
          <Reason line={line} source={source} provider={provider} />
        ) : first !== undefined ? (
          `${countOf(elsewhere.length, 'line')} of the output ${elsewhere.length === 1 ? 'comes' : 'come'} from here`
        ) : (
          <span className="quiet">{hint}</span>
        )}
      </p>
      {line === undefined && first !== undefined && (
        <Button small onClick={() => view.current?.reveal(first)}>
          Show in output
        </Button>
      )}
    </div>
  );
}

type ReasonProps = Pick<LineReasonProps, 'source' | 'provider'> & { readonly line: number };

function Reason({ line, source, provider }: ReasonProps): ReactElement {
  if (source === undefined)
    return <span className="quiet">Where line {line} comes from is known once the document has no errors.</span>;
  const [first, ...others] = new Set(source.labels);
  return (
    <>
      {source.isDialect ? `Added for ${provider}, to` : 'From'} <code>{first}</code>
      {others.length > 0 && (
        <span className="quiet" title={others.join('\n')}>
          {' '}
          and {countOf(others.length, 'more place')}
        </span>
      )}
    </>
  );
}

/** Which place of the document made which output line, both ways: pointing at one side marks the other. */
function useLineLinks(
  provenance: LineProvenance | undefined,
  page: PanelProps['page'],
  view: RefObject<CodeViewHandle | null>,
) {
  const [line, setLine] = useState<number>();
  const { marks, elsewhere } = useMarks(provenance, page, view);
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
  return { actions, line, source, elsewhere };
}

interface Marks {
  readonly marks: readonly number[];
  /** Scrolls to the marks if none of them was in view. */
  readonly elsewhere: readonly number[];
}

const NO_MARKS: Marks = { marks: [], elsewhere: [] };

/** The lines made from the place under the pointer in the document; looked up once a frame at most. */
function useMarks(
  provenance: LineProvenance | undefined,
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
      // A person who leaves the document goes to look at the marks here.
      if (offset === undefined) return;
      const marks = linesOfOffset(provenance, offset);
      const isSeen = marks.length === 0 || view.current?.shows(marks) !== false;
      setFound((before) => {
        if (before.marks.join() === marks.join()) return before;
        return marks.length === 0 ? NO_MARKS : { marks, elsewhere: isSeen ? [] : marks };
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

const ANSWER_TIME = 2000;

interface CopyMenuProps {
  readonly output: CompiledOutput;
  readonly question: CompileSource;
}

function CopyMenu({ output, question }: CopyMenuProps): ReactElement {
  const { page, document, compilation } = usePage();
  const askRequest = useAsk('output-request');
  const askPrompt = useAsk('safety-prompt');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), ANSWER_TIME) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string): Promise<void> => {
    const isDone = await copyText(text);
    setCopied(isDone);
    if (!isDone) page.tell('The browser refused to copy. Choose Download to get a file.');
  };
  const copyRequest = async (): Promise<void> => {
    const outcome = await askRequest(question);
    if (outcome.ok) await copy(outcome.answer);
    else page.tell(`Nothing was copied. ${outcome.message}`);
  };
  const copyPrompt = async (): Promise<void> => {
    const outcome = await askPrompt(question);
    if (outcome.ok && outcome.answer.ok) await copy(outcome.answer.text);
    else page.tell('Nothing was copied. The safety prompt needs a document without errors.');
  };
  const word = compilation.stale ? 'Copy last good' : 'Copy';
  // `gh.json` for OpenAI → `gh.openai.json`.
  const toolsFile = `${plainName(document.name.replace(/\.json$/i, ''))}.${output.provider}.json`;
  const toolFile = `${plainName(toolNameIn(question.text) ?? '')}.json`;
  return (
    <Menu
      label={word}
      look="primary"
      button={
        <>
          <Icon name={isCopied ? 'check' : 'copy'} />
          <span aria-live="polite">{isCopied ? 'Copied' : word}</span>
        </>
      }
      groups={[
        {
          title: word,
          items: [
            { label: 'JSON', detail: countOf(output.tools, 'tool'), onChoose: () => void copy(output.text) },
            output.provider === 'mcp'
              ? { label: 'Client settings', detail: 'mcp.json', onChoose: () => void copyRequest() }
              : { label: 'Request', detail: 'with a question, as JSON', onChoose: () => void copyRequest() },
            { label: 'Safety prompt', detail: 'for the system message', onChoose: () => void copyPrompt() },
          ],
        },
        {
          title: 'Download',
          items: [
            { label: 'Download tools', detail: toolsFile, onChoose: () => downloadText(toolsFile, output.text) },
            { label: 'Download document', detail: toolFile, onChoose: () => downloadText(toolFile, question.text) },
          ],
        },
      ]}
    />
  );
}
