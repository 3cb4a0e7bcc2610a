// The labelled lines of tests/lines, and what the built gate decides about them.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { openProjectState } from '../../packages/node/dist/internal.js';
import { fail, ROOT } from '../../scripts/repository.mjs';
import { DEV_DEPENDENCIES, layPackages } from './packages.mjs';

export const PROGRAM = join(ROOT, 'packages/cli/bundle/main.js');
/** The home in which they would run. */
export const HOME = join(ROOT, 'coverage/lines/home');
/** Where the lines would run; `decide` lays it. */
export const PROJECT = join(HOME, 'proj');

/** The labels suppose the home /home/u. */
export function atHome(line) {
  return line.replaceAll('/home/u/', `${HOME}/`);
}

/** @param name `open`, `kept` or `day` @returns what each line of a file is labelled as */
export function readRows(name) {
  const [, ...lines] = readFileSync(join(ROOT, `tests/lines/${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((row) => {
    const [label, kind, line] = row.split('\t');
    return { label, kind, line: JSON.parse(`"${line}"`) };
  });
}

/**
 * Asks one process of the gate about all lines, in a home and a project as the labels suppose them. They are not in node_modules:
 * what lies there counts as installed.
 */
export async function decide(lines, program) {
  if (!existsSync(program)) fail(`${program} is missing: npm run build makes it.`);
  rmSync(HOME, { recursive: true, force: true });
  layProject(HOME, lines);
  const cwd = PROJECT;
  const env = { HOME, PATH: '/usr/local/bin:/usr/bin:/bin', GITHUB_TOKEN: 'ghp_0000', NO_COLOR: '1' };
  const state = openProjectState(env);
  state.trust(cwd);
  const child = spawn(process.execPath, [program, 'gate', '--jsonl'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const decided = [];
  for (const line of lines) {
    child.stdin.write(`${JSON.stringify(atHome(line))}\n`);
    const { value, done } = await answers.next();
    if (done) fail(`${decided.length} answers for ${lines.length} lines.`);
    decided.push(JSON.parse(value).decision);
    // No line ran, and none follows another.
    await state.release(cwd, cwd);
  }
  child.stdin.end();
  return decided;
}

/** @returns the names below the project that a line starts and neither makes nor fetches: who wrote the line has them */
function startedFiles(line) {
  if (/\b(?:curl|wget|git clone|unzip)\b/.test(line)) return [];
  const name =
    '((?:\\./)?[\\w-][\\w.-]*(?:/[\\w@.-]+)+|(?:\\./)?[\\w-]+\\.(?:[cm]?[jt]s|py|sh|php|rb|pl|jar)|artisan)(?![\\w@/.(=-])';
  const interpreters = '(?:node|tsx|python3?|php|ruby|bash|sh|java -jar|bun|perl)(?: +[\\w.=-]+){0,3}? +';
  const started = [`(?:^|[\\n;&|(] *)${name}`, `\\s(?=\\./)${name}`, `\\b${interpreters}${name}`].map(
    (pattern) => new RegExp(pattern, 'g'),
  );
  return started
    .flatMap((pattern) => [...line.matchAll(pattern)])
    .map(([, file]) => file.replace(/^\.\//, ''))
    .filter((file) => !/^(?:node_modules|vendor|\.venv|cmd|internal|packages)\/|\.\./.test(file))
    .filter((file) => !new RegExp(`(?:>|-o|--output|touch|cp \\S+|mv \\S+|ln -s \\S+) *(?:\\./)?${file}`).test(line));
}

function layProject(home, lines) {
  const at = (name) => join(home, name);
  const texts = new Map();
  for (const name of [
    '.ssh/id_rsa',
    '.aws/credentials',
    '.config/gh/hosts.yml',
    '.npmrc',
    '.kube/config',
    '.netrc',
    '.bashrc',
  ])
    texts.set(name, 'secret\n');
  const files =
    'src/a.ts src/b.ts src/index.ts src/lib/util.ts src/cli.py src/parser.py src/clamp.py scripts/build.mjs scripts/run.sh scripts/seed.py tests/a.test.ts docs/index.md README.md .env .env.example ' +
    'Makefile CMakeLists.txt Dockerfile docker-compose.yml .github/workflows/ci.yml terraform/main.tf k8s/app.yaml tsconfig.json ' +
    'Cargo.toml Cargo.lock go.sum Gemfile composer.json gradlew pom.xml app.py main.go src/report.py dist/index.js build/classes/java/main/app/Main.class';
  const names = [...files.split(' '), ...lines.flatMap(startedFiles)];
  for (const name of names)
    if (!names.some((other) => other.startsWith(`${name}/`))) texts.set(`proj/${name}`, `${name}\n`);
  texts.set(
    'proj/.env',
    'DATABASE_URL=postgres://app:hunter2@localhost/app\nAPI_KEY=k_9f8e7d6c5b4a\nSESSION_SECRET=s3cr3t\nPORT=3000\n',
  );
  const scripts = { test: 'vitest run', build: 'tsc' };
  texts.set('proj/package.json', JSON.stringify({ name: 'proj', scripts, devDependencies: DEV_DEPENDENCIES }));
  texts.set('proj/.gitignore', 'node_modules\nvendor\ndist\nbuild\ntarget\n.venv\n.env\n*.db\ncoverage\n__pycache__\n');
  for (const [name, text] of texts) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
    if (text.startsWith('#!') || name.endsWith('gradlew')) chmodSync(at(name), 0o755);
  }
  const cwd = at('proj');
  layPackages(cwd);
  const git = (...args) =>
    execFileSync('git', args, { cwd, env: { HOME: home, PATH: '/usr/bin:/bin' }, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', 'https://github.com/u/proj.git');
  git('add', '-A');
  git('-c', 'user.name=u', '-c', 'user.email=u@example.org', 'commit', '-qm', 'all');
  writeFileSync(join(cwd, 'dev.db'), 'rows\n');
}
