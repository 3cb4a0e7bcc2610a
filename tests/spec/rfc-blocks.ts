import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

interface Block {
  readonly section: string;
  readonly text: string;
}

/** The fenced texts of the RFC, by section and in its order. */
const BLOCKS: readonly Block[] = readFileSync(join(ROOT, 'tests/spec/rfc-examples.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    return [...part.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => ({ section, text }));
  });

const used = new Set<Block>();

/** A block as it is printed. */
export function block(section: string, index = 0): string {
  const found = BLOCKS.filter((one) => one.section === section)[index];
  if (found === undefined) throw new Error(`The RFC prints no block ${index} in ${section}.`);
  used.add(found);
  return found.text;
}

/** A printed value: three dots stand for what is left out, a first line of a shell or a comment is not part of it. */
export function printed(section: string, index = 0): ReturnType<typeof JSON.parse> {
  const text = block(section, index)
    .replace(/^(?:\$|\/\/) .*\n/, '')
    .replaceAll(/([[{])\s*\.\.\.\s*([\]}])/g, '$1$2')
    .replaceAll(/,\s*\.\.\./g, '');
  return JSON.parse(text);
}

/** Those of some sections whose block nothing has taken. */
export function unused(sections: RegExp): string[] {
  return BLOCKS.filter((one) => sections.test(one.section) && !used.has(one)).map(({ section }) => section);
}

/** The differences of two values: place, printed, ours. Undefined stands for nothing there. */
export function differences(one: unknown, other: unknown, at = ''): [string, unknown, unknown][] {
  if (isTree(one) && isTree(other) && Array.isArray(one) === Array.isArray(other)) {
    const left = new Map(Object.entries(one));
    const right = new Map(Object.entries(other));
    return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) =>
      differences(left.get(key), right.get(key), `${at}/${key}`),
    );
  }
  return Object.is(one, other) ? [] : [[at, one, other]];
}

/** The differences that a test expects, each with the number of its deviation, as `differences` finds them. */
export function deviating(
  ...rows: readonly (readonly [deviation: `D${number}`, at: string, printed: unknown, ours: unknown])[]
): [string, unknown, unknown][] {
  return rows.map(([, ...difference]) => difference);
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

let interpreter: string | undefined;

/** The JSON that a Python program writes; undefined where this machine has no Python. */
export function python(program: string): unknown {
  try {
    // A version manager replaces it on some machines, and takes ten times as long as the interpreter itself.
    interpreter ??= run('python3', 'import sys; print(sys.executable)').trim();
    return JSON.parse(run(interpreter, program));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const run = (command: string, input: string): string => execFileSync(command, ['-'], { input, encoding: 'utf8' });
