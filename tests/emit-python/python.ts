import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of `atip_agent.py`. */
export const AGENT: string = join(import.meta.dirname, '../../packages/emit/python');
export const PROGRAMS: string = join(import.meta.dirname, 'programs');

/** Debian's, which has the packages that Debian brings; the first one of a PATH may be another. */
const PYTHON = '/usr/bin/python3';

export interface PythonEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface PythonSettings {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs Python with `atip_agent` at hand. */
export function python(args: readonly string[], { input = '', env = {}, cwd }: PythonSettings = {}): PythonEnd {
  const { status, stdout, stderr, error } = spawnSync(PYTHON, args, {
    input,
    encoding: 'utf8',
    timeout: 240_000,
    maxBuffer: 256 * 1024 * 1024,
    ...(cwd !== undefined && { cwd }),
    env: { PATH: '/usr/bin:/bin', HOME: '/home/ann', PYTHONPATH: AGENT, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  if (error !== undefined) throw error;
  return { code: status, stdout, stderr };
}

/** Runs a program of its own file, `tool.py`. */
export function runProgram(source: string, args: readonly string[], settings: PythonSettings = {}): PythonEnd {
  const directory = mkdtempSync(join(tmpdir(), 'atip-python-'));
  try {
    writeFileSync(join(directory, 'tool.py'), source);
    return python([join(directory, 'tool.py'), ...args], { cwd: directory, ...settings });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The JSON that a script prints. @throws when it fails, with what it said */
export function pythonJson(args: readonly string[], settings: PythonSettings = {}): unknown {
  const { code, stdout, stderr } = python(args, settings);
  if (code !== 0) throw new Error(`python3 ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
