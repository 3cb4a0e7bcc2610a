import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { PageMachine } from './page-machine.ts';

/** What a script came to. */
export interface ShellAnswer {
  /** Standard output and error as they came. */
  readonly output: string;
  /** Exit code; undefined when it took too long. */
  readonly code: number | undefined;
  /** Whether the shell is gone, with all that was in it. */
  readonly ended: boolean;
}

/** One bash for a whole page: variables, and servers in the background, last from script to script. */
export interface PageShell {
  run(script: string): Promise<ShellAnswer>;
  /** What the script that ran last has printed by now, as when a server goes on speaking. */
  printed(): string;
  /** Inode numbers of sockets that listen inside. */
  listening(): string[];
  close(): Promise<void>;
}

/** Ms for one script. A page's whole session takes seconds, on a machine that does nothing else. */
const PATIENCE = 60_000;

/** Reads names of scripts from descriptor 3 and says on 4 how each ended. */
const DRIVER = `
__return() { return "$1"; }
__code=0
echo "$$" >&4
while IFS= read -r -u 3 __file; do
  __return "$__code"
  . "$__file" 3<&- 4>&- </dev/null >"$__file.out" 2>&1
  __code=$?
  set +e
  trap - ERR
  echo "$__code" >&4
done
`;

/** @throws Error when no shell can be started, as without bubblewrap */
export async function openShell(machine: PageMachine): Promise<PageShell> {
  // Anybody else gets namespaces only with a user namespace, where root's programs belong to nobody: atip trusts none of those.
  if (process.getuid?.() !== 0)
    throw new Error('The documentation runs as root only, as in CI: try sudo npm run blocks, or a container.');
  const bash = ['bash', '--norc', '--noprofile', '-c', DRIVER];
  const child = spawn('bwrap', [...machine.arguments, '--chdir', machine.startIn, '--', ...bash], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => (complaint += data.toString()));
  const exit = new Promise<number | undefined>((resolve) => {
    child.on('error', (error) => {
      complaint += error.message;
      resolve(undefined);
    });
    child.on('close', (code) => resolve(code ?? undefined));
  });
  // Node gives what it made for 'pipe' beyond the third as a stream of both directions.
  const [commands, answers] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  commands.on('error', () => undefined);
  const lines = createInterface({ input: answers })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) {
    await exit;
    throw new Error(`The page's machine does not start; is bubblewrap installed? ${complaint.trim()}`);
  }
  return createShell(machine, child, String(first.value), commands, lines, exit);
}

function createShell(
  machine: PageMachine,
  child: ChildProcess,
  pid: string,
  commands: Writable,
  lines: AsyncIterator<string>,
  exit: Promise<number | undefined>,
): PageShell {
  const namespace = readlinkSync(`/proc/${pid}/ns/net`);
  // Held until the end: the number of one that is gone is given to another page's, whose processes would be killed.
  const held = openSync(`/proc/${pid}/ns/net`, 'r');
  // All that is in it is killed in the end: it must not be our own.
  if (namespace === readlinkSync('/proc/self/ns/net')) throw new Error('The page has no network namespace of its own.');
  let [count, file] = [0, ''];
  const printed = (): string => (file ? readFileSync(`${file}.out`, 'utf8') : '');
  let closed: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await killAll(namespace);
    child.kill('SIGKILL');
    await exit;
    closeSync(held);
  };
  const close = (): Promise<void> => (closed ??= end());
  return {
    async run(script) {
      const name = `script-${++count}`;
      file = join(machine.driver, name);
      writeFileSync(file, script);
      commands.write(`/home/driver/${name}\n`);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, PATIENCE, 'late')));
      const answer = await Promise.race([lines.next(), late]);
      clearTimeout(timer);
      if (answer === 'late') {
        await close();
        return { output: printed(), code: undefined, ended: true };
      }
      if (answer.done) return { output: printed(), code: await exit, ended: true };
      return { output: printed(), code: Number(answer.value), ended: false };
    },
    printed,
    listening: () => listeningSockets(pid),
    close,
  };
}

/** State `0A` in the kernel's tables is LISTEN. */
function listeningSockets(pid: string): string[] {
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => fields[9] ?? ''),
  );
}

/** Ends everything that was started in the page's network namespace, detached or not; what it starts meanwhile is ended too. */
async function killAll(namespace: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const left = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && namespaceOf(pid) === namespace);
    if (left.length === 0) return;
    for (const pid of left) kill(Number(pid));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('Something that a page started cannot be ended.');
}

/** @returns undefined for a process that is gone, or somebody else's: neither is the page's. */
function namespaceOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
