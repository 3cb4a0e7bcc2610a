import { sha256 } from './sha256.ts';

/** What a case gave. */
export interface Output {
  readonly group: string;
  readonly name: string;
  readonly text: string;
}

/** What a case has to give: the text itself where it is short, else its digest. */
export type Expected = { readonly text: string } | { readonly sha256: string; readonly length: number };

/** UTF-16 units up to which an output is kept as it is, so that a change of it can be read as a diff. */
const LONGEST_TEXT = 1_200;

/**
 * Outputs of one group as the text of its golden file.
 *
 * Shape: `# name`, then the text, indented by two spaces, or `= sha256 HEX LENGTH`; an empty line after each. LENGTH counts
 * UTF-16 units.
 */
export async function writeGolden(outputs: readonly Output[]): Promise<string> {
  const parts = outputs.map(async ({ name, text }) => {
    const body = text.length <= LONGEST_TEXT ? indent(text) : `= sha256 ${await sha256(text)} ${text.length}`;
    return `# ${name}\n${body}\n\n`;
  });
  return (await Promise.all(parts)).join('');
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** @throws Error when a line is none of the three kinds, so that a damaged file is not read as a shorter one */
export function readGolden(file: string): ReadonlyMap<string, Expected> {
  const found = new Map<string, Expected>();
  for (const part of `\n${file}`.split('\n# ').slice(1)) {
    // Behind each text stands an empty line; a line of a text is never empty, as it is indented.
    const [name = '', ...lines] = part.replace(/\n+$/, '').split('\n');
    const digest = /^= sha256 ([0-9a-f]{64}) (\d+)$/.exec(lines[0] ?? '');
    if (digest === null && !lines.every((line) => line.startsWith('  ')))
      throw new Error(`The golden file is damaged at "${name}".`);
    if (found.has(name)) throw new Error(`The golden file has "${name}" twice.`);
    found.set(
      name,
      digest === null
        ? { text: lines.map((line) => line.slice(2)).join('\n') }
        : { sha256: digest[1] ?? '', length: Number(digest[2]) },
    );
  }
  return found;
}
