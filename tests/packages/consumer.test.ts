// The tarballs as a stranger's project has them: what the READMEs say compiles in every setting of TypeScript that people use, and
// needs neither a cast nor a name that is not public.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { readBlocks } from '../docs/read-blocks.ts';
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
const MODULES: Readonly<Record<string, object>> = {
  NodeNext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
  Bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
};
const SETTINGS: readonly Settings[] = Object.keys(COMPILERS).flatMap((compiler) =>
  Object.keys(MODULES).map((modules) => [compiler, modules] as const),
);

/** The files of a README, and its programs beside them. @returns the programs' paths */
function layReadme(name: string): string[] {
  const blocks = readBlocks(`packages/${name}/README.md`);
  const folder = join('readme', name);
  const files = blocks.filter(({ title }) => title !== undefined && /\.(?:ts|json)$/.test(title));
  for (const { title = '', text } of files) write(join(folder, title), text);
  const programs = blocks.filter(({ language, title }) => /^(?:ts|typescript)$/.test(language) && title === undefined);
  return programs.map(({ text, line }) => {
    const path = join(folder, `line-${line}.ts`);
    write(path, `${text}\nexport {};\n`);
    return path;
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** @returns what the compiler prints */
function compileWith([compiler, modules]: Settings, options: object, files: readonly string[]): string {
  const compilerOptions = { ...STRICTEST, ...MODULES[modules], ...options };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const args = [COMPILERS[compiler] ?? '', '-p', '.', '--pretty', 'false'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

test.each(SETTINGS)('every program of every README compiles: %s, %s', { timeout: 120_000 }, (...settings) => {
  const files = LIBRARIES.flatMap(layReadme);
  expect(files.length).toBeGreaterThan(10);
  const typeRoots = [join(ROOT, 'node_modules/@types')];
  expect(compileWith(settings, { types: ['node'], typeRoots, lib: ['ES2023', 'DOM'] }, files)).toBe('');
});

test.each(SETTINGS)(
  'what runs everywhere needs no types of a platform: %s, %s',
  { timeout: 120_000 },
  (...settings) => {
    const entries = ['core', 'importers', 'share', 'catalog'].flatMap((name) => entriesOf(project, name));
    const lines = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nvoid entry${at};\n`);
    write('portable.ts', lines.join(''));
    expect(compileWith(settings, { types: [], lib: ['ES2023'] }, ['portable.ts'])).toBe('');
  },
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
