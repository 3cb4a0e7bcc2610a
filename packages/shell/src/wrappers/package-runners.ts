import { type GivenOption, isOneOf } from '../line/options.ts';
import type { Runner, Word } from '../line/types.ts';
import type { RunnerRow } from './table.ts';

/** The runner, with the words of its options about the program. */
export function runnerOf(
  title: string,
  row: RunnerRow,
  options: readonly GivenOption[],
  program: Word | undefined,
): Runner {
  const givenTo = (names = ''): Word | undefined => options.findLast((option) => isOneOf(option, names))?.value;
  const from = givenTo(row.from);
  const named = from ?? (program !== undefined && spec(program) !== undefined ? program : undefined);
  const bringing = options.find((option) => isOneOf(option, row.brings ?? ''));
  const spreading = options.find((option) => isOneOf(option, row.spreads ?? ''));
  return {
    title,
    packages: row.packages,
    otherwise: row.otherwise,
    package: named?.unknown ? '' : named?.text,
    brings: bringing && dashed(bringing),
    spreads: row.spreads === 'workspace' ? 'the workspace' : spreading && dashed(spreading),
    place: givenTo(row.place),
  };
}

function dashed({ name }: GivenOption): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/** The words of the program that a runner starts: `prettier --check` of `npx prettier@3.3.0 --check`. */
export function programWords(row: RunnerRow | undefined, isModule: boolean, words: readonly Word[]): readonly Word[] {
  const [first, ...behind] = words;
  if (!first || first.unknown || !row) return words;
  if (isModule) return [{ text: 'python' }, { text: '-m' }, ...words];
  if (row.packages === 'python' && first.text.endsWith('.py')) return [{ text: 'python' }, ...words];
  const program = spec(first);
  return program === undefined ? words : [{ ...first, text: program }, ...behind];
}

/** The program of a package with a scope or a version: biome of `@biomejs/biome@2`. Undefined: the word is a program's name. */
function spec(word: Word): string | undefined {
  const [, name] = word.unknown ? [] : (/^(?:@[^/@]+\/)?([^/@]+)(?:@.*)?$/s.exec(word.text) ?? []);
  return name === word.text ? undefined : name;
}
