import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AtipArgument, type AtipEffects, type AtipOption, flattenCommands } from '@atip/core';
import { harmOfSource } from '@atip/core/internal';
import { expect, test, vi } from 'vitest';
import { splitValue } from '../../packages/catalog/build/effects-of-words.ts';
import { readRows } from '../../packages/catalog/build/read-files.ts';
import { compileGlob } from '../../packages/core/src/document/match-glob.ts';
import { allShims } from './shims.ts';

// Hundreds of documents are loaded, on a machine that may do other things too.
vi.setConfig({ testTimeout: 180_000 });

const FOLDER = fileURLToPath(new URL('../../packages/catalog', import.meta.url));

type About = 'output' | 'sending';

interface Parameter {
  readonly command: string;
  readonly kind: 'option' | 'argument';
  readonly source: AtipOption | AtipArgument;
  /** Of its command. */
  readonly effects: AtipEffects;
}

/** Parameters that take a free text, of every command and program. */
async function everyParameter(): Promise<Parameter[]> {
  return (await allShims())
    .flatMap((tool) => {
      const globals = { command: tool.name, effects: {}, options: tool.globalOptions ?? [], args: [] };
      const commands = flattenCommands(tool).map(({ path, metadata, effects }) => ({
        command: [tool.name, ...path].filter((word) => word !== '').join(' '),
        effects,
        options: metadata.options ?? [],
        args: metadata.arguments ?? [],
      }));
      return [globals, ...commands].flatMap(({ command, effects, options, args }) => [
        ...options.map((source) => ({ command, kind: 'option' as const, source, effects })),
        ...args.map((source) => ({ command, kind: 'argument' as const, source, effects })),
      ]);
    })
    .filter(({ source }) => !['boolean', 'integer', 'number', 'enum'].includes(source.type));
}

function namesOf({ source }: Parameter): string[] {
  return 'flags' in source ? source.flags : [source.name];
}

/** `--junitOutput-file` → junit, output, file. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

const NAMES: Readonly<Record<About, ReadonlySet<string>>> = {
  output: new Set(
    (
      'out output outputs outfile file files log logs logfile write writes save saves tee dump report reports export trace tracing ' +
      'profile prof cover coverage coverprofile record records result results archive dest destination store pidfile cidfile ' +
      'iidfile digestfile metafile junit sarif'
    ).split(' '),
  ),
  sending: new Set(
    (
      'url urls uri endpoint host hosts hostname server servers header headers data upload body payload webhook address domain ' +
      'referer referrer agent cookie cookies nameserver proxy query send post push publish'
    ).split(' '),
  ),
};

const DESCRIBED: Readonly<Record<About, RegExp>> = {
  output:
    /\b(?:writ(?:e|es|ten|ing)|sav(?:e|es|ed|ing)|dump(?:s|ed)?|export(?:s|ed)?|append(?:s|ed)? (?:to|the)|(?:to|in|into) (?:this|the given|the specified|a given|a) file|output file|log file)\b/i,
  sending: /\b(?:uploads?|uploaded|webhook|http headers?)\b/i,
};

function suggests(about: About, one: Parameter): boolean {
  const names = [one.source.name, ...namesOf(one)];
  const isShort = about === 'output' && one.kind === 'option' && /^-[oO]$/.test(namesOf(one).join(' '));
  return (
    isShort ||
    names.some((name) => wordsOf(name).some((word) => NAMES[about].has(word))) ||
    DESCRIBED[about].test(one.source.description)
  );
}

/** True for a parameter that is asked about when it is given, or where what it does cannot be the harm in question. */
function isKnown(about: About, { kind, source, effects }: Parameter): boolean {
  const harm = harmOfSource(source);
  const isAsked = (one: AtipEffects): boolean =>
    about === 'output' ? one.destructive === true : one['x-sends'] === 'given';
  if (harm['x-runs'] === 'call' || isAsked(harm) || isAsked(effects)) return true;
  if (about === 'output') return kind === 'argument' && effects.filesystem?.write === false;
  return (effects.network === false && harm.network !== true) || source.type === 'url' || carries(source);
}

function carries({ 'x-effects': effects, 'x-mode': mode }: Parameter['source']): boolean {
  return effects?.['x-carries'] === true || mode?.['x-carries'] === true;
}

interface Judgement {
  readonly about: string;
  readonly row: string;
  readonly fits: (one: Parameter) => boolean;
}

function readJudgements(): Judgement[] {
  const [, ...lines] = readFileSync(`${FOLDER}/judged.tsv`, 'utf8').trimEnd().split('\n');
  return lines.flatMap((row) => {
    if (row.startsWith('#')) return [];
    const [about = '', commands = '', parameters = '', reason = ''] = row.split('\t');
    if (reason === '') throw new Error(`without a reason: ${row}`);
    const isCommand = commands.split(', ').map(globOf);
    const isParameter = parameters.split(' ').map((cell): ((one: Parameter) => boolean) => {
      if (cell.startsWith(':')) return ({ source }) => source.type === cell.slice(1);
      if (cell.startsWith('~')) {
        const words = new RegExp(cell.slice(1).replaceAll('_', ' '), 'i');
        return ({ source }) => words.test(source.description);
      }
      const fits = globOf(cell);
      return (one) => namesOf(one).some(fits);
    });
    const fits = (one: Parameter): boolean =>
      isCommand.some((is) => is(one.command)) && isParameter.some((is) => is(one));
    return [{ about, row, fits }];
  });
}

function globOf(text: string): (value: string) => boolean {
  const fits = compileGlob(text);
  if (!fits) throw new Error(`no glob: ${text}`);
  return fits;
}

const ROWS = readRows(FOLDER);

/** True for a parameter of which a row of the tables says that it adds nothing. */
function isHarmless({ command, source }: Parameter): boolean {
  return ROWS.some(({ command: of, everywhere, parameters, words }) => {
    if (words.join(' ') !== 'nothing' || !(everywhere ? `${command} `.startsWith(`${of} `) : command === of))
      return false;
    return parameters.map(splitValue).some(({ owner, match }) => {
      const isIt = 'flags' in source ? source.flags.includes(owner) : source.name === owner;
      return isIt && match === undefined;
    });
  });
}

test.each(['output', 'sending'] as const)('every parameter that suggests %s was judged', async (about) => {
  const judgements = readJudgements().filter((one) => one.about === about);
  const used = new Set<Judgement>();
  const unjudged = (await everyParameter()).filter((one) => {
    if (!suggests(about, one) || isKnown(about, one)) return false;
    const judgement = judgements.find(({ fits }) => fits(one));
    if (judgement) used.add(judgement);
    return judgement === undefined && !isHarmless(one);
  });
  expect(unjudged.map((one) => `${one.command}\t${namesOf(one).join(' ')}\t${one.source.description}`)).toStrictEqual(
    [],
  );
  expect(judgements.filter((one) => !used.has(one)).map(({ row }) => row)).toStrictEqual([]);
});
