// Runs inside the described program, before its first module. Bundled into one file, see scripts/build-hook.mjs.
import { readFileSync, writeSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { type DescribedProgram, describeProgram } from '@atip/emit/read';
import { handHookOn } from './hand-hook-on.ts';
import { injectCatch } from './inject-catch.ts';

/** Descriptor of the answer, separate from the program's output. */
const ANSWER = Number(Reflect.get(globalThis, '__atipAnswer'));

/** `process.exit` would run the program's exit handlers. */
const exitNow: (code: number) => never = Reflect.get(process, 'reallyExit').bind(process);

/** Describes only one object; its reader calls the same functions again. */
let isCaught = false;

if (isMainThread) {
  Object.defineProperty(globalThis, '__atipCatch', { value: catchProgram });
  hookCommonModules();
  hookModules();
  handHookOn(ANSWER);
}

/**
 * Describes an object if it is a program of a known framework, and ends the process before the program acts. @param
 * isSync the caller cannot wait, and is stopped by an error if the description is asynchronous
 */
function catchProgram(value: unknown, file: string, isSync = false): unknown {
  if (isCaught) return undefined;
  isCaught = true;
  const described = describeCandidates(value);
  if (described === undefined) {
    isCaught = false;
    return undefined;
  }
  if (!(described instanceof Promise)) return end(described, file);
  const done = described.then((tool) => end(tool, file), fail);
  stopProgram();
  if (isSync) throw new Error(STOPPED);
  return done;
}

const STOPPED = 'The program is being described.';

/** oclif's help and commands have the program as their `config`. */
function describeCandidates(value: unknown): ReturnType<typeof describeProgram> {
  try {
    const inner = typeof value === 'object' && value !== null && 'config' in value ? value.config : undefined;
    return describeProgram(value, { effects: {} }) ?? describeProgram(inner, { effects: {} });
  } catch (error) {
    return fail(error);
  }
}

/** During the description the program may neither end the process nor print. */
function stopProgram(): void {
  const stop = (): never => {
    throw new Error(STOPPED);
  };
  process.exit = stop;
  Reflect.set(process, 'reallyExit', stop);
  process.setUncaughtExceptionCaptureCallback(() => undefined);
  setInterval(() => undefined, 1_000);
}

function end({ tool, issues, framework }: DescribedProgram, file: string): never {
  const version = versionAt(file, framework);
  return answer({ tool, issues, framework, ...(version !== undefined && { version }) });
}

function fail(error: unknown): never {
  return answer({ problem: error instanceof Error ? error.message : String(error) });
}

function answer(value: object): never {
  const bytes = Buffer.from(JSON.stringify(value));
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(ANSWER, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) break;
      // Waits for the reader to catch up.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return exitNow(0);
}

/** The version of the framework's package. Absent: the file is part of a bundle. */
function versionAt(file: string, framework: string): string | undefined {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    try {
      const { name, version }: { name?: unknown; version?: unknown } = JSON.parse(
        readFileSync(join(at, 'package.json'), 'utf8'),
      );
      if (name === framework || name === `@${framework}/core`) return typeof version === 'string' ? version : undefined;
      if (typeof name === 'string') return undefined;
    } catch {
      // Missing or invalid.
    }
  }
  return undefined;
}

/** Every CommonJS source passes through this method, even if it was replaced. */
function hookCommonModules(): void {
  const prototype: object = module.prototype;
  let compile: unknown = Reflect.get(prototype, '_compile');
  Object.defineProperty(prototype, '_compile', {
    configurable: true,
    get: () =>
      function (this: unknown, source: unknown, file: unknown, format: unknown, ...rest: unknown[]): unknown {
        const place = format === 'module' ? 'import.meta.url' : '__filename';
        const text = typeof source === 'string' ? injectCatch(source, place) : source;
        return typeof compile === 'function' ? Reflect.apply(compile, this, [text, file, format, ...rest]) : undefined;
      },
    set: (other: unknown) => {
      compile = other;
    },
  });
}

interface Loaded {
  format?: string | null;
  source?: unknown;
}

function hookModules(): void {
  if ('registerHooks' in module && typeof module.registerHooks === 'function') {
    module.registerHooks({
      load: (url: string, context: unknown, next: (url: string, context: unknown) => Loaded) =>
        withCatch(next(url, context)),
    });
    return;
  }
  const loader = `const injectCatch = ${injectCatch.toString()};
const withCatch = ${withCatch.toString()};
export const load = async (url, context, next) => withCatch(await next(url, context));`;
  module.register(`data:text/javascript,${encodeURIComponent(loader)}`);
}

function withCatch(loaded: Loaded): Loaded {
  if (loaded.format !== 'module') return loaded;
  const { source } = loaded;
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return loaded;
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  return { ...loaded, source: injectCatch(text, 'import.meta.url') };
}
