import type { Room } from './measure-rooms.ts';

const CELL = 22;
const NAMES = 168;
const BARS = 118;
const HEAD = 132;
const MARGIN = 16;
const LEGEND = 34;

/**
 * Who imports whom, as a table: each line is a room, each column what it imports from, darker with more files. Highest row
 * first, so that every mark stands right of the diagonal; the grey half stays empty as long as nothing imports upwards.
 *
 * @returns SVG of fixed size that brings its own background, for light and dark.
 */
export function drawRooms(title: string, rooms: readonly Room[]): string {
  const left = MARGIN + NAMES + BARS;
  const top = MARGIN + HEAD;
  const side = rooms.length * CELL;
  const [width, height] = [Math.max(left + side + MARGIN + 72, 640), top + side + LEGEND + MARGIN];
  const most = Math.max(...rooms.flatMap(({ imports }) => [...imports.values()]), 1);
  const lines = Math.max(...rooms.map((room) => room.lines), 1);
  const body = [
    `<rect class="page" width="${width}" height="${height}" rx="6"/>`,
    `<text class="title" x="${MARGIN}" y="${MARGIN + 14}">${escapeXml(title)}</text>`,
    `<text class="quiet" x="${MARGIN + NAMES}" y="${top - 8}">files, lines</text>`,
    `<path class="never" d="M${left} ${top}V${top + side}H${left + side}${stairs(rooms.length, left)}Z"/>`,
    ...rooms.flatMap((room, index) => lineOf(room, index)),
    ...rooms.flatMap(({ row }, index) => (row === rooms[index + 1]?.row ? [] : border(index))),
    `<text class="quiet" x="${MARGIN}" y="${top + side + 24}">A line imports from the columns that it has a mark in; the number is how many of its files do.</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<desc>${escapeXml(inWords(rooms))}</desc>
<style>${STYLE}</style>
${body.join('\n')}
</svg>
`;

  function lineOf({ name, files, lines: own, imports }: Room, index: number): string[] {
    const y = top + index * CELL;
    const middle = y + 15;
    const bar = Math.max(1, Math.round((own / lines) * (BARS - 72)));
    return [
      `<text x="${MARGIN}" y="${middle}">${escapeXml(name)}</text>`,
      `<text class="number" x="${MARGIN + NAMES + 24}" y="${middle}">${files}</text>`,
      `<rect class="bar" x="${MARGIN + NAMES + 30}" y="${y + 8}" width="${bar}" height="6"/>`,
      `<text class="tiny" x="${MARGIN + NAMES + 34 + bar}" y="${y + 14.5}">${own}</text>`,
      `<text transform="translate(${left + index * CELL + 15} ${top - 8}) rotate(-50)">${escapeXml(name)}</text>`,
      `<rect class="self" x="${left + index * CELL + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="3"/>`,
      ...rooms.flatMap((target, column) => {
        const count = imports.get(target.name);
        return count === undefined ? [] : mark(left + column * CELL, y, count);
      }),
    ];
  }

  function mark(x: number, y: number, count: number): string[] {
    const strength = (0.16 + 0.84 * (Math.log1p(count) / Math.log1p(most))).toFixed(2);
    const ink = Number(strength) > 0.6 ? 'on' : 'off';
    return [
      `<rect class="mark" x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="3" fill-opacity="${strength}"/>`,
      `<text class="count ${ink}" x="${x + CELL / 2}" y="${y + 15}">${count}</text>`,
    ];
  }

  function border(index: number): string[] {
    const y = top + (index + 1) * CELL;
    return index === rooms.length - 1 ? [] : [`<path class="line" d="M${MARGIN} ${y}H${left + side}"/>`];
  }
}

/** The same for whoever hears the picture, without the numbers: it changes only when somebody imports from somewhere else. */
function inWords(rooms: readonly Room[]): string {
  const lines = rooms.map(
    ({ name, row, imports }) => `${name} (${row}): ${[...imports.keys()].sort().join(', ') || 'nothing'}`,
  );
  return `Who imports from whom. ${lines.join('; ')}.`;
}

/** Back up along the diagonal, from the lower right to the upper left. */
function stairs(count: number, left: number): string {
  return Array.from({ length: count }, (_, step) => `v-${CELL}H${left + (count - 1 - step) * CELL}`).join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const STYLE = `
text{font:12px system-ui,sans-serif;fill:#26252c}.title{font-weight:600;font-size:13px}.quiet{fill:#6b6976;font-size:11px}
.number{text-anchor:end;font-size:11px;fill:#6b6976}.tiny{font-size:9.5px;fill:#6b6976}.count{text-anchor:middle;font-size:10px}
.page{fill:#fff;stroke:#e3e2e8}.never{fill:#f3f2f6}.self{fill:#d4d2dd}.bar{fill:#b9b6c6}.line{stroke:#d4d2dd;fill:none}.mark{fill:#5a4fd0}.on{fill:#fff}
@media(prefers-color-scheme:dark){text{fill:#e6e5ec}.quiet,.number,.tiny{fill:#9b99a8}.page{fill:#17161c;stroke:#34323d}.never{fill:#1f1e26}
.self{fill:#3a3844}.bar{fill:#56535f}.line{stroke:#3a3844}.mark{fill:#8d84ff}.on{fill:#131218}}`;
