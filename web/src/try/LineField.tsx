import { type PointerEvent, type ReactElement, type Ref, memo } from 'react';
import { Button } from '../components/controls.tsx';
import type { ShownPart, Stretch } from './answer-line.ts';
import type { LineModel } from './use-line.ts';
import { toneOf } from './line-tones.ts';

interface LineFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly model: LineModel;
  /** Index of the chosen part. Absent: none. */
  readonly part: number | undefined;
  readonly onType: (text: string) => void;
  readonly onClear: () => void;
  readonly onPoint: (part: number | undefined) => void;
  readonly onChoose: (part: number) => void;
}

/** A text area that shows only its caret, before the same text in the colours of its parts. The list of parts says all of it. */
export function LineField({ ref, model, part, onType, onClear, onPoint, onChoose }: LineFieldProps): ReactElement {
  const { text, stretches, answer } = model;
  const point = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') onPoint(partAt(event.clientX, event.clientY));
  };
  const chooseAt = (caret: number): void => {
    const found = stretches.find(({ start, end }) => start <= caret && caret <= end && end > start);
    const inside = stretches.find(({ start, end, part: at }) => at !== undefined && start <= caret && caret < end);
    const at = (inside ?? found)?.part;
    if (at !== undefined) onChoose(at);
  };
  return (
    <div className="stack">
      <div className="row">
        <label className="grow" htmlFor="shell-line">
          A shell line
        </label>
        {text !== '' && (
          <Button small onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      <div className="line-field mono">
        <Colours text={text} stretches={stretches} parts={answer?.parts} looked={part} />
        <textarea
          ref={ref}
          id="shell-line"
          className="line-text"
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          placeholder="git status && rm -rf build"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onPointerMove={point}
          onPointerLeave={() => onPoint(undefined)}
          onClick={(event) => chooseAt(event.currentTarget.selectionStart)}
          onKeyUp={(event) => NAVIGATION.has(event.key) && chooseAt(event.currentTarget.selectionStart)}
        />
      </div>
    </div>
  );
}

const NAVIGATION = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** The part whose colours lie at a place of the window, beneath the text area. */
function partAt(x: number, y: number): number | undefined {
  const found = document.elementsFromPoint(x, y).find((one) => one instanceof HTMLElement && 'stretch' in one.dataset);
  const part = found instanceof HTMLElement ? found.dataset['stretch'] : undefined;
  return part === undefined || part === '' ? undefined : Number(part);
}

interface ColoursProps {
  readonly text: string;
  readonly stretches: readonly Stretch[];
  readonly parts: readonly ShownPart[] | undefined;
  readonly looked: number | undefined;
}

const Colours = memo(function Colours({ text, stretches, parts, looked }: ColoursProps): ReactElement {
  const pieces = [];
  let end = 0;
  for (const stretch of stretches) {
    if (stretch.start > end) pieces.push(text.slice(end, stretch.start));
    end = stretch.end;
    const part = stretch.part === undefined ? undefined : parts?.[stretch.part];
    pieces.push(
      <span
        key={stretch.start}
        data-stretch={stretch.part}
        data-tone={part && toneOf(part)}
        data-unread={stretch.isUnread}
        data-looked={stretch.part !== undefined && stretch.part === looked}
      >
        {text.slice(stretch.start, stretch.end)}
      </span>,
    );
  }
  return (
    <div className="line-colours" aria-hidden="true">
      {pieces}
      {text.slice(end)}
      {/* Else the last line would have no height after a line break. */}
      {'\u200b'}
    </div>
  );
});
