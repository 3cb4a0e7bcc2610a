// needs: bwrap
// The tarballs as a stranger's project has them: what the READMEs say compiles in every setting of TypeScript that people use, and
// needs neither a cast nor a name that is not public.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { type Block, readBlocks } from '../docs/read-blocks.ts';
import { runExample } from '../examples/run-example.ts';
import { stripProgram } from '../examples/strip-program.ts';
import { IS_LONG } from '../long.ts';
import { entriesOf, LIBRARIES, unpackTarballs } from './tarballs.ts';

let project: string;
beforeAll(() => {
  project = unpackTarballs();
  symlinkSync(join(ROOT, 'tests/node_modules/openai'), join(project, 'node_modules/openai'));
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

const STRICTEST = {
  target: 'ES2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  skipLibCheck: false,
  noEmit: true,
};
type Settings = readonly [compiler: string, modules: string];
const COMPILERS: Readonly<Record<string, string>> = {
  'TypeScript 7': join(ROOT, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.9': join(ROOT, 'tests/node_modules/typescript5/bin/tsc'),
};
/** TypeScript 5.9 takes five times as long for the programs of READMEs: the long run has it. */
const README_COMPILERS = Object.keys(COMPILERS).filter((compiler) => IS_LONG || compiler === 'TypeScript 7');
const MODULES: Readonly<Record<string, object>> = {
  NodeNext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
  Bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
};
const settingsOf = (compilers: readonly string[]): readonly Settings[] =>
  compilers.flatMap((compiler) => Object.keys(MODULES).map((modules) => [compiler, modules] as const));

const isTypeScript = ({ language }: Block): boolean => /^(?:ts|typescript)$/.test(language);

const placeOf = (name: string, { title, line }: Block): string => join('readme', name, title ?? `line-${line}.ts`);

/** Writes the files of a README, and its programs beside them. @returns the paths of its TypeScript */
function layReadme(name: string): string[] {
  const laid = readBlocks(`packages/${name}/README.md`).filter(
    (one) => one.title !== 'output' && (one.title || isTypeScript(one)),
  );
  for (const block of laid)
    write(placeOf(name, block), isTypeScript(block) ? `${block.text}\nexport {};\n` : block.text);
  return laid.filter(isTypeScript).map((block) => placeOf(name, block));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}

/** @returns what the compiler prints */
function compileWith([compiler, modules]: Settings, options: object, files: readonly string[]): string {
  const compilerOptions = { ...STRICTEST, ...MODULES[modules], ...options };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const args = [COMPILERS[compiler] ?? '', '-p', '.', '--pretty', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

test.each(settingsOf(README_COMPILERS))('every program of every README compiles: %s, %s', (...settings) => {
  const files = LIBRARIES.flatMap(layReadme);
  expect(files.length).toBeGreaterThan(10);
  const typeRoots = [join(ROOT, 'node_modules/@types')];
  expect(compileWith(settings, { types: ['node'], typeRoots, lib: ['ES2023', 'DOM'] }, files)).toBe('');
});

test.each(settingsOf(Object.keys(COMPILERS)))(
  'what runs everywhere needs no types of a platform: %s, %s',
  (...settings) => {
    const entries = ['core', 'importers', 'share', 'catalog'].flatMap((name) => entriesOf(project, name));
    const lines = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nvoid entry${at};\n`);
    write('portable.ts', lines.join(''));
    expect(compileWith(settings, { types: [], lib: ['ES2023'] }, ['portable.ts'])).toBe('');
  },
);

/** It ends with a provider's answer; tests/examples/agents.test.ts runs it. */
const NEEDS_KEY = /from 'openai'/;

test.each(LIBRARIES)(
  'the programs of the README of %s run in an empty project, and print what it shows',
  async (name) => {
    layReadme(name);
    const cwd = join(project, 'readme', name);
    const home = join(project, 'home', name);
    mkdirSync(home, { recursive: true });
    const blocks = readBlocks(`packages/${name}/README.md`);
    for (const [at, block] of blocks.entries()) {
      if (block.language === 'sh' && block.title === undefined)
        execFileSync('sh', ['-ec', block.text], { cwd, env: { ...process.env, HOME: home } });
      if (!isTypeScript(block) || block.title || NEEDS_KEY.test(block.text)) continue;
      const program = await stripProgram(join(project, placeOf(name, block)), cwd);
      const { code, stdout, stderr } = await runExample({ runtime: 'node', args: [program], cwd, env: { HOME: home } });
      const next = blocks[at + 1];
      const shown = next?.title === 'output' ? next.text : '';
      expect({ line: block.line, code, stdout, stderr }).toStrictEqual({
        line: block.line,
        code: 0,
        stdout: shown,
        stderr: '',
      });
    }
  },
  60_000,
);

test('neither a README nor an example casts, or imports what is not public', () => {
  const listed = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules') && !path.endsWith('.d.ts'))
    .map((path) => [`examples/${path}`, readFileSync(join(ROOT, 'examples', path), 'utf8')] as const);
  const written = LIBRARIES.flatMap((name) =>
    readBlocks(`packages/${name}/README.md`)
      .filter(({ language }) => /^(?:ts|typescript)$/.test(language))
      .map(({ text, line }) => [`packages/${name}/README.md:${line}`, text] as const),
  );
  const wrong = [...listed, ...written].flatMap(([place, text]) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'(?!;)/g, (found) =>
      found.startsWith("'@atip") ? found : '',
    );
    const [found] =
      /'@atip\/\w+\/internal'|\bas (?!const\b|\w+[ ,]*(?:\}|from))\w[\w<>[\]]*|\w!(?:[.;,)\]])|@ts-\w+|: any\b/.exec(
        code,
      ) ?? [];
    return found === undefined ? [] : [`${place}: ${found}`];
  });
  expect(listed.length + written.length).toBeGreaterThan(20);
  expect(wrong).toStrictEqual([]);
});
