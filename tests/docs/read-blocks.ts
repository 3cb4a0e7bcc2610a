/** A fenced block of a Markdown page. */
export interface Block {
  /** First word after the fence, such as `ts`; empty when there is none. */
  readonly language: string;
  /** What stands in brackets after the language: ` ```ts [agent.ts] `. */
  readonly title?: string;
  /** Without the fences and the indentation of the first one; ends with a newline unless it is empty. */
  readonly text: string;
  /** 1-based, of the first line after the opening fence. */
  readonly line: number;
  /** 1-based, of the closing fence. */
  readonly end: number;
  /** Blanks before the opening fence, as inside a list. */
  readonly indent: string;
}

const FENCE = /^( *)(`{3,}|~{3,})([^`]*)$/;

/**
 * Reads the fenced blocks of a page, from top to bottom.
 *
 * @throws Error when a fence is not closed: what follows would be taken for code, or code for prose.
 */
export function readBlocks(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', fence, info = ''] = FENCE.exec(lines[at] ?? '') ?? [];
    if (!fence) continue;
    const end = lines.findIndex((line, index) => index > at && isClosing(line, fence));
    if (end < 0) throw new Error(`The fence of line ${at + 1} is not closed.`);
    const title = /\[([^\]]+)\]\s*$/.exec(info)?.[1];
    const text = lines.slice(at + 1, end).map((line) => `${withoutIndent(line, indent)}\n`);
    blocks.push({
      language: /^[^\s{:[]*/.exec(info.trim())?.[0] ?? '',
      ...(title !== undefined && { title }),
      text: text.join(''),
      line: at + 2,
      end: end + 1,
      indent,
    });
    at = end;
  }
  return blocks;
}

/** A closing fence is of the same character, at least as long, and has nothing after it. */
function isClosing(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}

function withoutIndent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
}
