import './code.css';
import { rowAfterKey } from './row-window.ts';
import {
  type ReactElement,
  type Ref,
  memo,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
} from 'react';
import { visibleOutput } from '../text/visible-text.ts';
import { SAFETY_FLAGS } from '@atip/core';

/** The browser would become slow with more lines, and nobody scrolls that far. */
const MAX_LINES = 60_000;
/** Lines of a piece, the unit of layout, colouring and change. */
const PIECE = 60;
/** Pieces after the first visible one that are coloured: more than any window shows. */
const AHEAD = 4;
/** Lines from which on the browser skips laying out what is off screen; skipped text has no rendered form to read. */
const LONG = 1000;

export interface CodeViewHandle {
  reveal(line: number): void;
  shows(lines: readonly number[]): boolean;
}

interface CodeViewProps {
  readonly ref?: Ref<CodeViewHandle>;
  readonly label: string;
  readonly className: string;
  readonly text: string;
  /** Absent: the text is only for reading, and the arrow keys scroll. */
  readonly actions?: LineActions;
}

/** Read-only JSON of any length: laid out and coloured only where visible, yet complete for find and select. */
export function CodeView({ ref, label, className, text, actions }: CodeViewProps): ReactElement {
  const { pieces, lines, hidden } = useMemo(() => piecesOf(text), [text]);
  const [firstSeen, setFirstSeen] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  const hint = useId();
  const { line, onMouseMove, onClick, onLeave, onKeyDown } = useLinePointer(lines, actions);
  const pointed = useMemo(() => (line === undefined ? NONE : [line]), [line]);
  useImperativeHandle(ref, () => ({
    reveal: (wanted) => scroller.current && scrollToLine(scroller.current, wanted, 'center'),
    shows: (wanted) => {
      const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
      const [first, last] = [lineAt(scrollTop, lines), lineAt(scrollTop + clientHeight, lines)];
      return wanted.some((one) => one >= first && one <= last);
    },
  }));
  return (
    <section
      ref={scroller}
      className={className}
      aria-label={label}
      aria-describedby={actions && hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse (WCAG 2.1.1).
      tabIndex={0}
      onScroll={(event) => setFirstSeen(Math.floor(lineAt(event.currentTarget.scrollTop, lines) / PIECE))}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's half of what the keys do on the section around it. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter does it there. */}
      <div className="code-lines" onMouseMove={onMouseMove} onMouseLeave={onLeave} onClick={onClick}>
        <LineMarks lines={actions?.marks ?? NONE} className="code-mark" />
        <LineMarks lines={pointed} className="code-mark is-pointed" />
        <pre className={lines > LONG ? 'code-view is-long' : 'code-view'}>
          <code>
            {pieces.map((piece, index) => (
              <Piece
                // biome-ignore lint/suspicious/noArrayIndexKey: a piece is the lines at its place.
                key={index}
                text={piece}
                first={index * PIECE + 1}
                isNear={index >= firstSeen - 1 && index <= firstSeen + AHEAD}
              />
            ))}
          </code>
        </pre>
      </div>
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

const NONE: readonly number[] = [];

const MOST = 300;

/** Bars behind lines. They are positioned over the text and not part of it, so that marking causes no layout. */
const LineMarks = memo(function LineMarks(props: { readonly lines: readonly number[]; readonly className: string }) {
  return blocksOf(props.lines, MOST).map(({ first, count }) => (
    <div
      key={first}
      className={props.className}
      style={{ top: `${topOf(first)}px`, height: `${count * LINE_HEIGHT}px` }}
    />
  ));
});

function piecesOf(text: string) {
  const all = text.split('\n');
  const shown = all.slice(0, MAX_LINES);
  const count = Math.ceil(shown.length / PIECE);
  const pieces = Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    return shown.slice(index * PIECE, (index + 1) * PIECE).join('\n') + (isLast ? '' : '\n');
  });
  return { pieces, lines: shown.length, hidden: all.length - shown.length };
}

/** UTF-16 units of a line that are laid out: a line of a megabyte would block the page. */
const LONGEST_LINE = 5000;
const TOO_LONG = new RegExp(`^(.{${LONGEST_LINE}})(.+)$`, 'gm');

/** Lines from number `first` on. Only near the window are they coloured; the rest is text to find and to select. */
const Piece = memo(function Piece(props: { readonly text: string; readonly first: number; readonly isNear: boolean }) {
  const { text, first, isNear } = props;
  const shown = visibleOutput(text.length > LONGEST_LINE ? text.replace(TOO_LONG, clipped) : text);
  const numbers = text
    .replace(/\n$/, '')
    .split('\n')
    .map((_, index) => first + index);
  return (
    <span
      className="code-piece"
      // Drawn by the style sheet, so that they cannot be selected or found.
      data-numbers={isNear ? numbers.join('\n') : undefined}
      style={{ containIntrinsicBlockSize: `${PIECE * LINE_HEIGHT}px` }}
    >
      {isNear
        ? jsonTokens(shown).map((token, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity beyond their order.
            <span key={index} className={`syntax-${token.kind}`}>
              {token.text}
            </span>
          ))
        : shown}
    </span>
  );
});

function clipped(_line: string, start: string, rest: string): string {
  return `${start} … ${rest.length.toLocaleString('en')} more characters; Copy and Download have them`;
}

type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'punctuation' | 'danger' | 'care' | 'safe';

interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly text: string;
}

/** One token with the space before it; strings end at their quote, at a line's end or at the text's. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[\]{}[,:]|[^\s"\]{}[,:]+/g;

/** The safety flags that compiling puts at the end of a description. */
const FLAGS = new RegExp(`\\[(?:${Object.values(SAFETY_FLAGS).join('|')})[^\\]"]*\\]`, 'gu');

/** A piece of indented JSON as tokens to colour; joined they give the text again, with white space before each mark. */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) push(tokens, 'punctuation', text.slice(end, match.index));
    end = match.index + match[0].length;
    const kind = kindOf(match[0], text, end);
    if (kind === 'string') pushString(tokens, match[0]);
    else push(tokens, kind, match[0]);
  }
  if (end < text.length) push(tokens, 'punctuation', text.slice(end));
  return tokens;
}

/** A string, with its safety flags as tokens of their own, so that a reader sees danger first. */
function pushString(tokens: JsonToken[], text: string): void {
  let end = 0;
  for (const { 0: flags, index } of text.matchAll(FLAGS)) {
    push(tokens, 'string', text.slice(end, index));
    push(tokens, flagKind(flags), flags);
    end = index + flags.length;
  }
  if (end < text.length) push(tokens, 'string', text.slice(end));
}

function flagKind(flags: string): JsonTokenKind {
  if (flags.includes(SAFETY_FLAGS.DESTRUCTIVE)) return 'danger';
  return flags === `[${SAFETY_FLAGS.READ_ONLY}]` ? 'safe' : 'care';
}

/** Neighbours of one kind become one token: fewer elements on the page. */
function push(tokens: JsonToken[], kind: JsonTokenKind, text: string): void {
  const last = tokens.at(-1);
  if (last?.kind === kind && kind === 'punctuation') tokens[tokens.length - 1] = { kind, text: last.text + text };
  else tokens.push({ kind, text });
}

function kindOf(token: string, text: string, end: number): JsonTokenKind {
  const first = token.charAt(0);
  if (first === '"') return text.charAt(end) === ':' ? 'key' : 'string';
  if (token.length === 1 && '{}[],:'.includes(token)) return 'punctuation';
  return first === '-' || (first >= '0' && first <= '9') ? 'number' : 'word';
}

export interface LineActions {
  readonly marks: readonly number[];
  /** Reports the line under the pointer or the keyboard cursor; `undefined` when it has left the code. */
  readonly onPoint: (line: number | undefined) => void;
  /** Absent: lines lead nowhere. */
  readonly onPick?: (line: number) => void;
}

/** Moves through lines by pointer and by keys: arrows, Page up and down, Home and End; Enter and a click pick one. */
function useLinePointer(lines: number, actions: LineActions | undefined) {
  const [line, setLine] = useState<number>();
  const latest = useRef({ line, actions });
  latest.current = { line, actions };
  const point = (next: number | undefined): void => {
    if (actions === undefined || next === latest.current.line) return;
    latest.current.line = next;
    setLine(next);
    actions.onPoint(next);
  };
  // An unmounted view gets no `pointerleave`, so the pointing ends here.
  useEffect(() => () => void (latest.current.line && latest.current.actions?.onPoint(undefined)), []);
  return {
    line: line !== undefined && line <= lines ? line : undefined,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, currentTarget: element } = event;
      if (!actions || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (key === 'Enter' && line !== undefined && actions.onPick !== undefined) {
        // The handler may move the focus to an editor, where the key must not type.
        event.preventDefault();
        actions.onPick(line);
        return;
      }
      const page = Math.floor(element.clientHeight / LINE_HEIGHT);
      const from = line ?? lineAt(element.scrollTop, lines) - (key === 'ArrowDown' ? 1 : 0);
      const row = rowAfterKey(key, from - 1, lines, Math.max(1, page - 1));
      if (row === undefined) return;
      event.preventDefault();
      point(row + 1);
      scrollToLine(element, row + 1, 'nearest');
    },
    onMouseMove: (event: MouseEvent<HTMLElement>) => point(lineUnder(event, lines)),
    onClick: (event: MouseEvent<HTMLElement>) => {
      // A person who selects text does not mean a click.
      if (getSelection()?.isCollapsed !== false) actions?.onPick?.(lineUnder(event, lines));
    },
    onLeave: () => point(undefined),
  };
}

function lineUnder({ currentTarget, clientY }: MouseEvent<HTMLElement>, lines: number): number {
  return lineAt(clientY - currentTarget.getBoundingClientRect().top, lines);
}

/** Brings a line into view: just so, or to the middle where it is out of view. */
function scrollToLine(element: HTMLElement, line: number, block: 'nearest' | 'center'): void {
  const [top, bottom] = [topOf(line), topOf(line + 1)];
  if (top >= element.scrollTop && bottom <= element.scrollTop + element.clientHeight) return;
  if (block === 'center') element.scrollTop = top - element.clientHeight / 2;
  else element.scrollTop = top < element.scrollTop ? top - LINE_HEIGHT : bottom + LINE_HEIGHT - element.clientHeight;
}

/** Positions of lines: all have the same height and none wraps, so we compute them and never measure. Px. */
const LINE_HEIGHT = 20;
const PADDING = 8;

/** The line at a height within the text, counted from 1 and kept within the text. */
export function lineAt(y: number, lines: number): number {
  return Math.min(lines, Math.max(1, Math.floor((y - PADDING) / LINE_HEIGHT) + 1));
}

function topOf(line: number): number {
  return PADDING + (line - 1) * LINE_HEIGHT;
}

/** Lines in any order as blocks in the order of the text; no more than `most` of them. */
export function blocksOf(lines: readonly number[], most: number) {
  const blocks: { first: number; count: number }[] = [];
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = blocks.at(-1);
    if (last && last.first + last.count === line) last.count += 1;
    else if (blocks.length === most) break;
    else blocks.push({ first: line, count: 1 });
  }
  return blocks;
}
