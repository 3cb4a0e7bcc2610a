import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useMedia } from '../components/browser.ts';
import { rowAfterKey, useRowWindow } from '../components/row-window.ts';
import { visibleText } from '../text/visible-text.ts';
import type { SafetyMember, SafetyRow, SafetyTable as Table } from './answer-safety-table.ts';
import { becauseOf, foldLabel, memberLabel, policyLabel, VERBS } from './decision-words.ts';

interface SafetyTableProps {
  readonly table: Table;
  readonly selected: SafetyMember | undefined;
  /** `isMoved`: by an arrow key, which opens nothing that was closed. */
  readonly onSelect: (member: SafetyMember, isMoved: boolean) => void;
  /** Scrolls away with the rows where there is little room. */
  readonly head: ReactNode;
}

/** Px; as in `safety.css`. */
const ROW = 32;

/** A heading has no row, and several calls that are folded into one line have no member. */
interface Line {
  readonly id: string;
  readonly words: string;
  /** Levels of indentation. */
  readonly level: number;
  readonly row?: SafetyRow;
  readonly member?: SafetyMember;
  readonly isOpen?: boolean;
}

/** Commands and what policies decide about them; only the rows in view are in the page. */
export function SafetyTable(props: SafetyTableProps): ReactElement {
  const { table, selected, onSelect, head } = props;
  // On a phone the drawer shows the other policies' decisions and reasons.
  const isNarrow = useMedia('(max-width: 599px)');
  const columns = table.columns.slice(0, isNarrow ? 1 : undefined);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => linesOf(table.groups, open), [table.groups, open]);
  const [current, setCurrent] = useState<string>();
  const view = useRowWindow(lines.length, ROW);
  const body = useRef<HTMLTableSectionElement>(null);
  const inView = lines.slice(view.first, view.last);
  const rows = inView.filter(({ row }) => row !== undefined);
  // Tab always finds a row, also when the last one used has been scrolled out of the page.
  const reachable = (rows.find(({ id }) => id === current) ?? rows[0])?.id;
  const wanted = useRef<string>(undefined);
  // A row that a key leads to may only come into the page with a later picture.
  useEffect(() => {
    if (wanted.current === undefined || wanted.current !== reachable) return;
    wanted.current = undefined;
    body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const press = ({ id, member, isOpen }: Line, isMoved = false): void => {
    setCurrent(id);
    if (member) onSelect(member, isMoved);
    else if (!isMoved) setOpen((before) => new Set(isOpen ? [...before].filter((one) => one !== id) : [...before, id]));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = lines.findIndex(({ id }) => id === reachable);
    const row = rowAfterKey(event.key, at, lines.length, view.page);
    if (row === undefined) return;
    // Headings are passed over.
    const to = lines[row]?.row ? row : row === 0 || row > at ? row + 1 : row - 1;
    const line = lines[to];
    if (line === undefined) return;
    event.preventDefault();
    view.bringIntoView(to);
    wanted.current = line.id;
    press(line, true);
  };
  return (
    <div ref={view.box} className="safety-scroll" onScroll={view.onScroll}>
      {head}
      <table className="safety-table" aria-label="Commands and policies" aria-rowcount={lines.length + 1}>
        <TableHead labels={['Command', 'Because it', ...columns.map((name) => policyLabel(name, table.trust))]} />
        <tbody ref={body} onKeyDown={onKeyDown}>
          <Gap height={view.top(view.first)} />
          {inView.map((line, index) => (
            <TableRow
              key={line.id}
              line={line}
              index={view.first + index + 2}
              isSelected={line.member !== undefined && line.id === selected?.id}
              isReachable={line.id === reachable}
              columns={columns.length}
              onPress={() => press(line)}
            />
          ))}
          <Gap height={view.height - view.top(view.last)} />
        </tbody>
      </table>
    </div>
  );
}

function linesOf(groups: Table['groups'], open: ReadonlySet<string>): readonly Line[] {
  const level = groups.length > 1 ? 2 : 1;
  return groups.flatMap(({ name, rows }): readonly Line[] => [
    ...(level > 1 ? [{ id: `group ${name}`, words: visibleText(name), level: 1 }] : []),
    ...rows.flatMap((row): readonly Line[] => {
      const { members } = row;
      const id = `fold ${members[0].id}`;
      const isOpen = open.has(id);
      const isFold = members.length > 1;
      const calls = members.map((member) => ({
        id: member.id,
        row,
        member,
        level: isFold ? level + 1 : level,
        words: memberLabel(member, member.short),
      }));
      return isFold ? [{ id, words: foldLabel(members), level, row, isOpen }, ...(isOpen ? calls : [])] : calls;
    }),
  ]);
}

function Gap({ height }: { readonly height: number }): ReactElement | undefined {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is empty and takes no focus.
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : undefined;
}

function TableHead({ labels }: { readonly labels: readonly string[] }): ReactElement {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableRowProps {
  readonly line: Line;
  readonly index: number;
  readonly columns: number;
  readonly isSelected: boolean;
  /** Tab reaches one row, arrow keys the others. */
  readonly isReachable: boolean;
  readonly onPress: () => void;
}

function TableRow({ line, index, columns, isSelected, isReachable, onPress }: TableRowProps): ReactElement {
  const { row, member, words, level, isOpen } = line;
  if (row === undefined) {
    return (
      <tr aria-rowindex={index}>
        <th scope="rowgroup" colSpan={columns + 2} className="mono">
          <strong>{words}</strong>
        </th>
      </tr>
    );
  }
  const mark = row.isDoubtful ? 'not-stated' : row.risks[0];
  return (
    <tr className="safety-row" aria-rowindex={index} data-selected={isSelected || undefined} onClick={onPress}>
      <th scope="row">
        <button
          type="button"
          className="bare mono safety-name"
          style={{ paddingLeft: 16 * (level - 1) }}
          tabIndex={isReachable ? 0 : -1}
          title={words}
          aria-label={member ? memberLabel(member) : `${words}: ${row.members.length} commands alike`}
          aria-expanded={isOpen}
          aria-current={isSelected || undefined}
        >
          <span className={`safety-danger risk-${mark ?? 'none'}`}>{mark && <Icon name={mark} />}</span>
          <span className="clip">{words}</span>
          {isOpen !== undefined && <Icon name="chevron" />}
        </button>
      </th>
      <td className="quiet clip" title={becauseOf(row)}>
        {becauseOf(row)}
      </td>
      {row.cells.slice(0, columns).map(({ decision, assumed }, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
        <td key={column}>
          <span
            className={`safety-mark is-${decision}`}
            data-assumed={assumed}
            title={assumed ? 'Not stated: the policy expects the worst' : undefined}
          >
            {VERBS[decision]}
            {assumed && <span className="visually-hidden">, assumed</span>}
          </span>
        </td>
      ))}
    </tr>
  );
}
