import { type ReactElement, useState } from 'react';
import type { CutRow, TokenRow, TokensAnswer } from '../../analysis/output/answer-tokens.ts';
import { percent } from '../../analysis/tokens/token-words.ts';
import { countOf } from '../../state/health.ts';
import type { Answered } from '../use-answer.ts';
import { type ColumnProps, jumpTo } from './column.ts';

/** Shown at first; a button has the rest. */
const FIRST_CUTS = 6;
const FIRST_ROWS = 50;

interface TokenListProps extends ColumnProps {
  readonly counted: Answered<'output-tokens'>;
}

interface TokenPartProps extends ColumnProps {
  readonly answer: TokensAnswer;
  /** The document that the places are of. */
  readonly text: string;
}

/** Where the tokens are, and what would save some. */
export function TokenList(props: TokenListProps): ReactElement {
  const { last, failure } = props.counted;
  if (failure !== undefined) return <p className="output-note">{failure}</p>;
  if (last?.answer === undefined)
    return <p className="output-note quiet">Counting tokens; the first time loads OpenAI's encoding …</p>;
  const { answer, question } = last;
  const { label, trouble, headline, total, frame } = answer;
  return (
    <div className="output-tokens">
      <p>
        <strong>{countOf(total, 'token')}</strong>
        {frame > 0 && <span className="quiet">, {frame} of them around the tools</span>}{' '}
        <span className="quiet">({label})</span>
      </p>
      {trouble !== undefined && <p className="bad">{trouble}</p>}
      <h3>What to cut</h3>
      {headline !== undefined && <p>{headline}</p>}
      <Cuts {...props} answer={answer} text={question.text} />
      <TokenTable {...props} answer={answer} text={question.text} />
    </div>
  );
}

function Cuts({ answer, text, ...props }: TokenPartProps): ReactElement {
  const [all, setAll] = useState(false);
  const { cuts } = answer;
  return (
    <>
      <ul className="output-cuts">
        {cuts.slice(0, all ? cuts.length : FIRST_CUTS).map((cut) => (
          <Cut key={`${cut.kind} ${cut.title}`} cut={cut} onChoose={() => choose(cut)} />
        ))}
      </ul>
      {cuts.length > FIRST_CUTS && !all && (
        <button type="button" className="button button-link" onClick={() => setAll(true)}>
          Show all {cuts.length}
        </button>
      )}
    </>
  );
  function choose({ settings, range }: CutRow): void {
    if (settings === undefined) jumpTo(props, text, range);
    else props.onColumn(settings);
  }
}

function Cut({ cut, onChoose }: { readonly cut: CutRow; readonly onChoose: () => void }): ReactElement {
  const { title, note, saves, share, settings } = cut;
  return (
    <li>
      <button
        type="button"
        className="output-place"
        title={settings ? 'Shows it in a column beside this one' : 'Goes there in the document'}
        onClick={onChoose}
      >
        {title}
      </button>
      <span className="output-saves">
        −{saves.toLocaleString('en')} <span className="quiet">({percent(share)})</span>
      </span>
      {note !== undefined && <span className="quiet output-cut-note">{note}</span>}
    </li>
  );
}

function TokenTable({ answer, text, ...props }: TokenPartProps): ReactElement {
  const [all, setAll] = useState(false);
  const { rows } = answer;
  return (
    <>
      <table className="output-table">
        <caption>Tokens of each tool, most first</caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, all ? rows.length : FIRST_ROWS).map((row) => (
            <Row key={row.name} row={row} onJump={() => jumpTo(props, text, row.range)} />
          ))}
        </tbody>
      </table>
      {rows.length > FIRST_ROWS && !all && (
        <button type="button" className="button button-link" onClick={() => setAll(true)}>
          Show all {countOf(rows.length, 'tool')}
        </button>
      )}
    </>
  );
}

function Row({ row, onJump }: { readonly row: TokenRow; readonly onJump: () => void }): ReactElement {
  const { name, tokens, share } = row;
  return (
    <tr>
      <th scope="row">
        <button type="button" className="output-place mono" onClick={onJump}>
          {name}
        </button>
      </th>
      <td>{tokens.toLocaleString('en')}</td>
      <td>
        <span className="output-share" style={{ width: `${Math.round(share * 100)}%` }} aria-hidden="true" />
        {percent(share)}
      </td>
    </tr>
  );
}
