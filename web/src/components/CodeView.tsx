/** Read-only JSON of any length: laid out and coloured only where it is seen, yet wholly there for find and select. */
import { type ReactElement, type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react';
import '../styles/code.css';
import { CodeGroup, groupChunks } from './code/CodeGroup.tsx';
import { LineMarks } from './code/LineMarks.tsx';
import { lineAt } from './code/line-geometry.ts';
import { useChunks } from './code/use-chunks.ts';
import { type LineActions, scrollToLine, useLinePointer } from './code/use-line-pointer.ts';
import { useNearLines } from './code/use-near-lines.ts';

/** More lines than this nobody scrolls through, and the browser would feel it. */
const MAX_LINES = 60_000;
/** Lines from which on the browser skips laying out what is off screen; skipped text has no rendered form to read. */
const LONG = 1000;

export interface CodeViewHandle {
  /** Brings a line into view, in the middle. */
  reveal(line: number): void;
  /** Whether any of these lines is in view. */
  shows(lines: readonly number[]): boolean;
}

interface CodeViewProps {
  readonly ref?: Ref<CodeViewHandle>;
  readonly label: string;
  readonly className: string;
  readonly text: string;
  /** Absent: the text is there to be read, and the arrow keys scroll. */
  readonly actions?: LineActions;
}

export function CodeView({ ref, label, className, text, actions }: CodeViewProps): ReactElement {
  const { chunks, lines, hidden } = useChunks(text, MAX_LINES);
  const scroller = useRef<HTMLElement>(null);
  const hint = useId();
  const near = useNearLines(scroller, lines);
  const pointer = useLinePointer(scroller, lines, actions);
  useImperativeHandle(ref, () => handleOf(() => scroller.current, lines), [lines]);
  const groups = useMemo(() => groupChunks(chunks), [chunks]);
  const code = groups.map((group) => <CodeGroup key={group[0]?.key} chunks={group} near={near} />);
  const body = <pre className={lines > LONG ? 'code-view is-long' : 'code-view'}>{<code>{code}</code>}</pre>;
  return (
    <section
      ref={scroller}
      className={className}
      aria-label={label}
      aria-describedby={actions && hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse (WCAG 2.1.1).
      tabIndex={0}
      onKeyDown={pointer.onKeyDown}
      onBlur={pointer.onLeave}
    >
      {actions ? (
        <PointedLines pointer={pointer} marks={actions.marks}>
          {body}
        </PointedLines>
      ) : (
        body
      )}
      {actions && (
        <span id={hint} hidden>
          Arrow keys move through the lines and say what made each{actions.onPick ? ', Enter goes there.' : '.'}
        </span>
      )}
      {hidden > 0 && (
        <p className="pane-note quiet">
          {hidden.toLocaleString('en')} more lines are not shown; Copy and Download have them all.
        </p>
      )}
    </section>
  );
}

interface PointedLinesProps {
  readonly pointer: ReturnType<typeof useLinePointer>;
  readonly marks: readonly number[];
  readonly children: ReactElement;
}

function PointedLines({ pointer, marks, children }: PointedLinesProps): ReactElement {
  const { line, onMouseMove, onClick, onLeave } = pointer;
  const pointed = useMemo(() => (line === undefined ? [] : [line]), [line]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer's half of what the keys do on the section around it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter does it there.
    <div className="code-lines" onMouseMove={onMouseMove} onMouseLeave={onLeave} onClick={onClick}>
      <LineMarks lines={marks} className="code-mark" />
      <LineMarks lines={pointed} className="code-mark is-pointed" />
      {children}
    </div>
  );
}

function handleOf(current: () => HTMLElement | null, lines: number): CodeViewHandle {
  return {
    reveal: (line) => {
      const element = current();
      if (element) scrollToLine(element, line, 'center');
    },
    shows: (wanted) => {
      const element = current();
      if (element === null) return false;
      const [first, last] = [lineAt(element.scrollTop, lines), lineAt(element.scrollTop + element.clientHeight, lines)];
      return wanted.some((line) => line >= first && line <= last);
    },
  };
}
