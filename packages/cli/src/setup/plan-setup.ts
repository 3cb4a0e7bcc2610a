import { access, lstat, realpath, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import type { Environment } from '@atip/node';
import {
  ensureDirectory,
  findExecutable,
  readBoundedFile,
  systemErrorCode,
  unlessMissing,
  writeFileAtomically,
} from '@atip/node/internal';
import { hasHook, type SetupAgent, type SetupFile, type SetupPlace, setupFiles } from './agents.ts';
import { EditRefused } from './edit-settings.ts';
import {
  addEntries,
  findEntries,
  programOf,
  removeEntries,
  soleProgram,
  type Started,
  startOf,
  whyOff,
} from './entries.ts';

/** Thrown when a file has changed since the setup was planned. */
export class SetupOutdated extends ExecutionError {}

/** A few lines of a file, before and after. */
interface SetupHunk {
  /** From 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** One file with its planned content. */
export interface SetupChange {
  readonly path: string;
  /** The target of a link at the path. Absent: the path is no link. */
  readonly target?: string | undefined;
  /** `restore`: the bytes from before the setup return. */
  readonly action: 'none' | 'create' | 'change' | 'restore' | 'delete';
  /** The backup's place: written to, or restored from. */
  readonly backup?: string | undefined;
  readonly hunks: readonly SetupHunk[];
  /** Absent: no file before, or after. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * Plans the changes that make an agent ask us before it runs a line, and start our MCP server.
 * @param program absolute path of a program, and its first words
 * @throws ExecutionError, with file and line, for a file that cannot be read or has a foreign entry called `atip`
 */
export async function planSetup(
  agent: SetupAgent,
  place: SetupPlace,
  { program, isMcp }: { readonly program: readonly string[]; readonly isMcp: boolean },
): Promise<readonly SetupChange[]> {
  const files = setupFiles(agent, place, isMcp ? ['hook', 'mcp'] : ['hook']);
  const start = startOf(program, agent);
  return Promise.all(
    files.map((file) =>
      explained(file.path, async () => {
        const { text, ...found } = await readFile(file.path);
        const off = whyOff(text ?? '', file);
        if (off !== undefined) throw new EditRefused(`${off} Remove that first.`, 1);
        const isOurs = Object.keys(findEntries(text ?? '', file)).length > 0;
        const steps = addEntries(text ?? '', file, start);
        const action = steps.length === 0 ? 'none' : text === undefined ? 'create' : 'change';
        // A backup must be the file without our entries, so none is made of a file that has them.
        return planned({ ...found, text }, steps, action, action === 'change' && !isOurs ? backupOf(found) : undefined);
      }),
    ),
  );
}

/** Plans the removal of our entries from an agent's files; unchanged files are restored byte for byte. */
export async function planRemoval(agent: SetupAgent, place: SetupPlace): Promise<readonly SetupChange[]> {
  return Promise.all(
    setupFiles(agent, place, ['hook', 'mcp']).map((file) =>
      explained(file.path, async () => {
        const { text, ...found } = await readFile(file.path);
        const start = text === undefined ? {} : findEntries(text, file);
        if (text === undefined || Object.keys(start).length === 0) return planned({ ...found, text }, [], 'none');
        const backup = backupOf(found);
        const { text: kept } = await readFile(backup);
        const isUntouched = isWritable(kept ?? '', file) && addEntries(kept ?? '', file, start).at(-1) === text;
        if (!isUntouched) return planned({ ...found, text }, removeEntries(text, file), 'change');
        return kept === undefined
          ? planned({ ...found, text }, [''], 'delete')
          : planned({ ...found, text }, [kept], 'restore', backup);
      }),
    ),
  );
}

/** The backup may have changed since. */
function isWritable(text: string, file: SetupFile): boolean {
  try {
    return Object.keys(findEntries(text, file)).length === 0;
  } catch (error) {
    if (error instanceof EditRefused) return false;
    throw error;
  }
}

/**
 * Writes the planned changes, each file with its mode. @throws SetupOutdated when a file has changed meanwhile; the
 * system's error
 */
export async function applySetup(changes: readonly SetupChange[], { scope }: Pick<SetupPlace, 'scope'>): Promise<void> {
  for (const { action, path, target = path, before, after, backup } of changes) {
    if (action === 'none') continue;
    if ((await readFile(path)).text !== before)
      throw new SetupOutdated(`${path} was changed meanwhile. Nothing was written to it; run this again.`);
    const mode = (await unlessMissing(stat(target)))?.mode ?? (scope === 'project' ? 0o644 : 0o600);
    await ensureDirectory(dirname(target));
    if (action === 'change' && backup !== undefined) await writeFileAtomically(backup, before ?? '', mode & 0o777);
    if (action === 'delete') await rm(target);
    else await writeFileAtomically(target, after ?? '', mode & 0o777);
    if (action === 'restore' && backup !== undefined) await rm(backup);
  }
}

export interface HookStart {
  /** The command line as it is written, for a shell. */
  readonly command: string;
  /** All that it starts: a program and its first words. Absent: a person has changed it to something that may start more. */
  readonly program: readonly string[] | undefined;
}

/** The setup of an agent in one scope. */
export interface SetupState {
  readonly agent: SetupAgent;
  readonly hook: 'set-up' | 'not' | 'broken' | 'gone' | 'none';
  readonly mcp: 'set-up' | 'not' | 'broken' | 'gone';
  /** Why it is broken, or the missing program. */
  readonly detail?: string | undefined;
  /** How the agent starts our hook. Absent: none is set up. */
  readonly start?: HookStart | undefined;
}

/** Reads an agent's files; changes nothing. */
export async function readSetup(agent: SetupAgent, place: SetupPlace): Promise<SetupState> {
  const details: string[] = [];
  let start: HookStart | undefined;
  const look = async (kind: 'hook' | 'mcp'): Promise<SetupState['mcp']> => {
    try {
      const [file] = setupFiles(agent, place, [kind]);
      const { text = '' } = file ? await readFile(file.path) : {};
      const started = file && (await explained(file.path, async () => findEntries(text, file)));
      const program = programIn(started ?? {});
      if (!file || program === undefined) return 'not';
      const off = whyOff(text, file);
      if (off !== undefined) throw new ExecutionError(`${file.path}: ${off}`);
      const command = started?.command;
      if (kind === 'hook' && command !== undefined) start = { command, program: soleProgram(command) };
      if (await isThere(program, place.env)) return 'set-up';
      details.push(`${program} is not there`);
      return 'gone';
    } catch (error) {
      if (!(error instanceof ExecutionError || (error instanceof Error && systemErrorCode(error)))) throw error;
      details.push(error.message);
      return 'broken';
    }
  };
  const [hook, mcp] = [hasHook(agent) ? await look('hook') : 'none', await look('mcp')] as const;
  return { agent, hook, mcp, start, detail: details.length > 0 ? [...new Set(details)].join('; ') : undefined };
}

function programIn({ command, words }: Started): string | undefined {
  return command === undefined ? words?.[0] : programOf(command);
}

async function isThere(program: string, env: Environment): Promise<boolean> {
  if (!isAbsolute(program)) return (await findExecutable(program, env)) !== null;
  return access(program).then(
    () => true,
    () => false,
  );
}

interface FoundFile {
  readonly path: string;
  readonly target?: string | undefined;
  readonly text: string | undefined;
}

function backupOf({ path, target = path }: Omit<FoundFile, 'text'>): string {
  return `${target}.atip-backup`;
}

/** Bytes. Agents' settings grow, but larger files are not written by people. */
const MAX_FILE = 16_000_000;

/** @throws ExecutionError for a file that is no text; the system's error */
async function readFile(path: string): Promise<FoundFile> {
  const target = await unlessMissing(realpath(path));
  if (target === undefined) {
    if (await unlessMissing(lstat(path))) throw new ExecutionError(`${path} is left alone: it is a broken link.`);
    return { path, text: undefined };
  }
  const { bytes, refused } = await readBoundedFile(target, MAX_FILE);
  if (!bytes)
    throw new ExecutionError(`${path} is left alone: it is ${refused === 'too-large' ? 'too large' : 'no file'}.`);
  return { path, target: target === path ? undefined : target, text: decode(path, bytes) };
}

/** Keeps a byte order mark. */
function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (systemErrorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new ExecutionError(`${path} is left alone: it is not UTF-8. Save it as UTF-8 first.`, { cause: error });
  }
}

async function explained<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    throw new ExecutionError(`${path}:${error.line}: the file is left alone. ${error.message}`, { cause: error });
  }
}

function planned(
  { path, target, text }: FoundFile,
  steps: readonly string[],
  action: SetupChange['action'],
  backup?: string,
): SetupChange {
  const after = action === 'delete' ? undefined : (steps.at(-1) ?? text);
  return {
    path,
    target,
    action,
    // A new file is shown in its final form, not step by step.
    hunks: (text === undefined ? steps.slice(-1) : steps).map((one, at, all) => hunkOf(all[at - 1] ?? text ?? '', one)),
    before: text,
    after,
    backup,
  };
}

/** The lines that differ between two texts with a common beginning and end. */
function hunkOf(before: string, after: string): SetupHunk {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { line: start + 1, removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) };
}
