import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { type Environment, searchPath } from '../process/child-environment.ts';
import type { Executable } from '../executables/find-executable.ts';
import { isInside, isSystemDirectory, resolveExisting } from '../files/real-path.ts';
import { readStart } from '../files/read-bounded-file.ts';
import { allowedOr } from '../files/system-error.ts';

/** A file that is part of a program's start. */
interface Part {
  /** Its path as called, links included. */
  readonly path: string;
  /** The person chose it: the program itself, or a program of the PATH. Otherwise another file's text names it. */
  readonly isChosen: boolean;
}

/** Most files of one start: wrapper, interpreter, the interpreter's own. */
const MAX_PARTS = 8;

/**
 * Finds the parts of a program's installation that a sandbox must show although it hides the home: its package with the
 * `node_modules` around it, its virtual environment, and the same for the interpreter in its first line, for the
 * program that a shell wrapper executes, and for the Python of a virtual environment.
 *
 * Limits: synchronous, checks about ten files. Does not find files that only the running program names. The sandbox
 * decides which of them it shows, see `SandboxRequest.shown`. Shape: `~/.local/bin/black` → that link,
 * `~/.local/share/pipx/venvs/black`, `~/.pyenv/versions/3.12.1/bin`, `…/lib`
 * @param env its `PATH`, on which interpreters are looked up
 */
export function findInstallation({ foundAs }: Executable, env: Environment, home: string): string[] {
  const isOwn = (directory: string): boolean => !isSystemDirectory(directory) && !isInside(home, directory);
  const shown = new Set<string>();
  const parts: Part[] = [{ path: foundAs, isChosen: true }];
  for (const { path, isChosen } of parts) {
    const file = resolveExisting(path);
    if (file === null || !isProgram(file)) continue;
    shown.add(path);
    const places = [path, file].map((at) => placeOf(at, isChosen, isOwn));
    for (const place of places.flatMap(({ shown: own }) => own)) shown.add(place);
    parts.push(...places.flatMap(({ starts }) => starts), ...startedBy(file, env));
    parts.length = Math.min(parts.length, MAX_PARTS);
  }
  return [...shown];
}

interface Installation {
  readonly shown: readonly string[];
  /** Other programs that it needs. */
  readonly starts: readonly Part[];
}

const NOWHERE: Installation = { shown: [], starts: [] };

/** Files that only an installation's root has: of conda, Ruby's gems, PHP's Composer. */
const ROOT_MARKS: readonly string[] = ['conda-meta', 'specifications', 'composer/installed.json'];

/** Siblings of `bin` in an installation's directory. */
const OF_PREFIX: readonly string[] = ['bin', 'lib', 'lib64', 'libexec', 'share'];

/** Only these names may bring in an installation without a person's choice: a text could name any file of the home. */
const INTERPRETER = /^(?:python|pypy|node|ruby|perl|php|lua|bash|zsh|fish|java|julia|Rscript|tclsh|bun|deno)[\d.]*$/;

/** Finds the nearest directory above a file that is the root of an installation. */
function placeOf(file: string, isChosen: boolean, isOwn: (directory: string) => boolean): Installation {
  const modules: string[] = [];
  let found: Installation | undefined;
  let from = '';
  for (let at = dirname(file); isOwn(at); from = basename(at), at = dirname(at)) {
    found ??= rootAt(at, from, isChosen, INTERPRETER.test(basename(file)));
    // Node searches packages in each directory above. Links to other places are not followed here.
    const packages = join(at, 'node_modules');
    if (isChosen && resolveExisting(packages) === packages) modules.push(packages);
  }
  const { shown, starts } = found ?? NOWHERE;
  return { shown: [...shown, ...modules], starts };
}

/** @param from name of the subdirectory that contains the file */
function rootAt(directory: string, from: string, isChosen: boolean, isInterpreter: boolean): Installation | undefined {
  const has = (name: string): boolean => existsSync(join(directory, name));
  if (!isChosen && !isInterpreter) return undefined;
  if (has('pyvenv.cfg')) return { shown: [directory], starts: pythonOf(join(directory, 'pyvenv.cfg')) };
  if (ROOT_MARKS.some(has)) return { shown: [directory], starts: [] };
  if (isChosen && /[{,\n][ \t]*"name"[ \t]*:/.test(readStart(join(directory, 'package.json')))) {
    return { shown: [directory], starts: [] };
  }
  // pyenv, rbenv and similar; asdf, mise.
  if (from === 'shims' && (has('versions') || has('installs'))) return { shown: [directory], starts: [] };
  if (!/^s?bin$/.test(from) || !has('lib')) return undefined;
  return { shown: OF_PREFIX.filter(has).map((name) => join(directory, name)), starts: [] };
}

/** The interpreter of a virtual environment. */
function pythonOf(configuration: string): Part[] {
  const home = /^home[ \t]*=[ \t]*(\S[^\r\n]*)$/m.exec(readStart(configuration))?.[1]?.trim();
  if (home === undefined || !isAbsolute(home)) return [];
  return [{ path: join(home, 'python3'), isChosen: false }];
}

/**
 * The programs that a script starts: its interpreter, and those that a shell script executes with exec. Shape:
 * `#!/usr/bin/env node` → node.
 */
function startedBy(file: string, env: Environment): Part[] {
  const text = readStart(file);
  const [, line] = /^#![ \t]*([^\r\n]+)/.exec(text) ?? [];
  if (line === undefined) return [];
  const [interpreter = '', ...words] = line.trim().split(/[ \t]+/);
  const first: Part = { path: interpreter, isChosen: false };
  if (basename(interpreter) === 'env') {
    const name = words.map((word) => word.replace(/^-S/, '')).find((word) => /^[^-=][^=]*$/.test(word));
    return [first, ...lookUp(name, env)];
  }
  if (!/^(?:ba|da|k|z)?sh$/.test(basename(interpreter))) return [first];
  const executed = [...text.matchAll(/\bexec'{0,3}[ \t]+(?:"([^"\n]*)"|([^\s"';|&$]+))/g)];
  return [first, ...executed.flatMap(([, quoted, bare]) => lookUp(quoted ?? bare, env))];
}

/** A program by its name on the PATH, or by its absolute path. */
function lookUp(name: string | undefined, env: Environment): Part[] {
  if (name === undefined || name === '') return [];
  if (isAbsolute(name)) return [{ path: name, isChosen: false }];
  if (name.includes('/')) return [];
  const path = searchPath(env)
    .map((directory) => join(directory, name))
    .find((candidate) => isProgram(candidate));
  return path === undefined ? [] : [{ path, isChosen: true }];
}

function isProgram(path: string): boolean {
  const look = (): boolean => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  };
  return allowedOr(false, look);
}
