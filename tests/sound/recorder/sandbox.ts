// Runs shell lines under real bash in a sandbox (bubblewrap) where every program is a recorder. Without network, without any
// program but bash and the wrappers below, in a home on tmpfs that is new for each line. Written outside: the log alone.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chownSync, symlinkSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A program that was started: the path that the kernel got, and the words behind it. */
export interface Started {
  readonly path: string;
  readonly args: readonly string[];
}

/** A line after its runs. */
export interface Run {
  readonly line: string;
  /** Each once. */
  readonly started: readonly Started[];
  /** Names that bash looked for in vain. */
  readonly missed: readonly string[];
}

export interface SandboxSettings {
  /** Time limit of one line. */
  readonly seconds?: number;
  /** Exit codes of the recorders, one run for each: 0 takes the branch behind `&&`, 1 that behind `||`. */
  readonly statuses?: readonly number[];
}

/** Programs that start others, or read code: the real ones run, behind a recorder of their name. */
const REAL = ['env', 'xargs', 'find', 'timeout', 'nice', 'nohup', 'setsid', 'ionice', 'chrt', 'flock', 'taskset'];
const READERS = ['awk', 'mawk', 'gawk', 'sed'];
/** Used by the driver. */
const TOOLS = ['rm', 'cp'];
const USUAL = readFileSync(join(import.meta.dirname, 'programs.txt'), 'utf8')
  .split(/\s+/)
  .filter(Boolean);
const LARGEST_ARGUMENT = 100_000;
const BATCH = 250;
/** Lines that run on after the sandbox has been ended are a defect of the sandbox. */
const GRACE_MS = 5_000;

/** Runs each line once for each status, and once more where bash missed a program that a recorder can stand for. */
export async function runLines(lines: readonly string[], settings: SandboxSettings = {}): Promise<readonly Run[]> {
  const first = await runAll(lines, new Set(), settings);
  const again = first.flatMap(({ missed }, index) => (missed.some(canStand) ? [index] : []));
  const names = new Set(again.flatMap((index) => first[index]?.missed.filter(canStand) ?? []));
  const second = await runAll(
    again.map((index) => lines[index] ?? ''),
    names,
    settings,
  );
  return first.map((run, index) => {
    const more = second[again.indexOf(index)];
    return more === undefined ? run : { ...more, started: unique([...run.started, ...more.started]) };
  });
}

async function runAll(lines: readonly string[], extra: ReadonlySet<string>, settings: SandboxSettings): Promise<Run[]> {
  if (lines.length === 0) return [];
  const sandbox = new Sandbox(lines, extra);
  try {
    const { statuses = [0, 1] } = settings;
    const runs = lines.flatMap((_, index) => statuses.map((status) => `${index}-${status}`));
    for (let at = 0; at < runs.length; ) at += await sandbox.run(runs.slice(at, at + BATCH), settings);
    return lines.map((line, index) => sandbox.read(line, index));
  } finally {
    sandbox.remove();
  }
}

class Sandbox {
  /** On this machine. */
  readonly #directory = mkdtempSync(join(tmpdir(), 'atip-sound-'));
  /** In the sandbox; no line can know it. */
  readonly #home = `/.${randomBytes(12).toString('hex')}`;
  readonly #arguments: readonly string[];
  /** Root may not be the user that lines run as: a limit of processes does not hold for it. */
  readonly #user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

  constructor(lines: readonly string[], extra: ReadonlySet<string>) {
    for (const name of ['bin', 'lines', 'log', 'real', 'etc']) mkdirSync(this.#at(name));
    for (const name of ['recorder', 'driver']) this.#writeScript(name);
    const source = join(import.meta.dirname, 'skeleton');
    cpSync(source, this.#at('skeleton'), { recursive: true });
    writeFileSync(this.#at('skeleton/project/-rf'), '');
    writeFileSync(this.#at('input'), 'a.txt b.log\n-rf x\n');
    writeFileSync(this.#at('etc/passwd'), 'root:x:0:0::/root:/bin/bash\nu:x:1000:1000::/home/u:/bin/bash\n');
    for (const [index, line] of lines.entries()) this.#writeLine(line, index);
    for (const name of namesIn(lines, extra)) symlinkSync(`${this.#home}/recorder`, this.#at(`bin/${name}`));
    if (this.#user.uid !== undefined) chownSync(this.#at('log'), this.#user.uid, this.#user.gid);
    chmodSync(this.#directory, 0o755);
    this.#arguments = this.#sandboxArguments([...extra].filter((name) => name.includes('/')));
  }

  #at(path: string): string {
    return join(this.#directory, path);
  }

  #writeScript(name: string): void {
    const text = readFileSync(join(import.meta.dirname, `${name}.sh`), 'utf8').replaceAll('@HOME@', this.#home);
    writeFileSync(this.#at(name), text, { mode: 0o755 });
  }

  #writeLine(line: string, index: number): void {
    const isScript = Buffer.byteLength(line) > LARGEST_ARGUMENT || line.includes('\0');
    writeFileSync(this.#at(`lines/${index}${isScript ? '.script' : ''}`), line);
  }

  #sandboxArguments(paths: readonly string[]): readonly string[] {
    const bash = findProgram('bash') ?? '';
    const place = (names: readonly string[], folder: string): (readonly [path: string, target: string])[] =>
      names.flatMap((name) => {
        const path = findProgram(name);
        return path === undefined ? [] : [[path, `${this.#home}/${folder}/${name}`] as const];
      });
    const real = [...place([...REAL, ...READERS], 'real'), ...place(TOOLS, 'tools')];
    const libraries = librariesOf([bash, ...real.map(([path]) => path)]);
    const bind = (source: string, target: string): string[] => ['--ro-bind', source, target];
    const home = this.#home;
    return [
      ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
      ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/home'],
      ...bind(this.#at('bin'), '/usr/bin'),
      ...['/bin', '/sbin', '/usr/sbin', '/usr/local/bin'].flatMap((path) => ['--symlink', '/usr/bin', path]),
      ...bind(this.#at('etc'), '/etc'),
      ...libraries.flatMap((path) => bind(path, path)),
      ...['/usr/lib/locale/C.utf8'].filter((path) => existsSync(path)).flatMap((path) => bind(path, path)),
      ...bind(bash, `${home}/bash`),
      ...['sh', 'dash'].flatMap((name) => ['--symlink', 'bash', `${home}/${name}`]),
      ...real.flatMap(([path, target]) => bind(path, target)),
      ...['recorder', 'driver', 'lines', 'skeleton', 'input'].flatMap((name) =>
        bind(this.#at(name), `${home}/${name}`),
      ),
      ...['--bind', this.#at('log'), `${home}/log`],
      ...paths.flatMap((path) => ['--symlink', `${home}/recorder`, path]),
      ...Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/u', USER: 'u', LANG: 'C.UTF-8' }).flatMap(
        ([name, value]) => ['--setenv', name, value],
      ),
    ];
  }

  /** Starts one sandbox for some runs. @returns how many are done: fewer than given if a line ended the driver */
  async run(runs: readonly string[], { seconds = 2 }: SandboxSettings): Promise<number> {
    const processes = this.#user.uid === undefined ? 'unlimited' : '100';
    const command = [`${this.#home}/bash`, '-p', `${this.#home}/driver`, String(seconds), processes, ...runs];
    const child = spawn('bwrap', [...this.#arguments, ...command], { stdio: ['pipe', 'pipe', 'pipe'], ...this.#user });
    let done = 0;
    let error = '';
    // A line may stop the driver: nothing is heard of it, and the sandbox ends.
    const limit = seconds * 1000 + GRACE_MS;
    let timer = setTimeout(() => child.kill('SIGKILL'), limit);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), limit);
      done += text.split('\n').length - 1;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      error += text;
    });
    await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    clearTimeout(timer);
    if (done === 0 && !existsSync(this.#at('log/line'))) throw new Error(`The sandbox did not start: ${error}`);
    return Math.min(runs.length, done < runs.length ? done + 1 : done);
  }

  read(line: string, index: number): Run {
    this.#files ??= groupFiles(readdirSync(this.#at('log')));
    const files = this.#files.get(index) ?? [];
    const texts = (isError: boolean): Buffer[] =>
      files.filter((name) => name.endsWith('.error') === isError).map((name) => readFileSync(this.#at(`log/${name}`)));
    return {
      line,
      started: unique(texts(false).flatMap(readRecord)),
      missed: [...new Set(texts(true).flatMap((text) => missedNames(text.toString())))],
    };
  }

  #files: ReadonlyMap<number, readonly string[]> | undefined;

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** `RUN.TIME.PID` and `RUN.error` by the number of the line. */
function groupFiles(names: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const files = new Map<number, string[]>();
  for (const name of names.toSorted()) {
    const index = Number.parseInt(name, 10);
    const list = files.get(index) ?? [];
    files.set(index, list);
    list.push(name);
  }
  return files;
}

/** Count, path and words, each behind a NUL; a recorder that was killed while it wrote has fewer and counts as far as it came. */
function readRecord(record: Buffer): Started[] {
  const [, path, ...args] = record.toString().split('\0').slice(0, -1);
  return path === undefined ? [] : [{ path, args }];
}

function unique(started: readonly Started[]): readonly Started[] {
  return [...new Map(started.map((one) => [JSON.stringify(one), one])).values()];
}

const MISSED = /^.*?: (?:line \d+: )?(.+): (?:command not found|No such file or directory)$/gm;

function missedNames(text: string): string[] {
  return [...text.slice(0, 20_000).matchAll(MISSED)].flatMap(([, name]) => name ?? []);
}

/** A path is a program only where nothing else needs the place. */
function canStand(name: string): boolean {
  if (name.length > 200 || /[\0\n]/.test(name) || name === '.' || name === '..') return false;
  if (!name.includes('/')) return true;
  return /^\/(?!(?:proc|dev|usr|bin|sbin|lib|lib64|etc|tmp)(?:\/|$))[^/]/.test(name) && !/\/\.{0,2}(?:\/|$)/.test(name);
}

/** Every word of the lines may turn out to be a program. */
function namesIn(lines: readonly string[], extra: ReadonlySet<string>): ReadonlySet<string> {
  const words = lines.flatMap((line) => {
    const text = line.slice(0, LARGEST_ARGUMENT);
    return [...text.split(/[^\w.+-]+/), ...text.split(/[\s;&|()<>"'`$={}\\,/\0]+/)];
  });
  const named = [...words, ...USUAL, ...REAL, ...READERS, ...extra].filter(
    (name) => !/[/\0]/.test(name) && !['', '.', '..'].includes(name) && Buffer.byteLength(name) <= 200,
  );
  return new Set(named);
}

function findProgram(name: string): string | undefined {
  return ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function librariesOf(programs: readonly string[]): readonly string[] {
  const text = execFileSync('ldd', programs, { encoding: 'utf8' });
  const paths = [...text.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].flatMap(([, path]) => path ?? []);
  return [...new Set(paths)].filter((path) => basename(path).includes('.so'));
}
