import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { ATIP } from './atip.ts';

/** A home with nothing in it but what a test puts there, and the product as a person starts it; it goes with its test. */
export function createHome() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-home-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const put = (path: string, content: unknown, mode = 0o644): string => {
    const whole = join(home, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return whole;
  };
  /** Writes the configuration; programs have time to answer, however busy a machine is. */
  const configure = (more: object = {}): string =>
    put('.config/agent-tools/config.json', { probe: { timeout: 60_000 }, ...more });
  configure();
  mkdirSync(join(home, 'bin'));
  mkdirSync(join(home, 'work'));
  const env = { HOME: home, PATH: join(home, 'bin'), XDG_DATA_DIRS: join(home, 'share') };
  const cwd = join(home, 'work');

  /** Runs `atip` to its end. */
  const atip = async (...args: readonly string[]): Promise<{ code: number; out: string; err: string }> => {
    const child = spawn(process.execPath, [ATIP, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: Number(code), out, err };
  };

  /** Runs command lines that do not depend on each other, at the same time. */
  const atipEach = (...lines: readonly (readonly string[])[]) => Promise.all(lines.map((line) => atip(...line)));

  return {
    ...{ home, cwd, env, atip, atipEach, put, configure },
    /** Puts a program on the PATH. */
    program: (name: string, script: string): string => put(`bin/${name}`, script, 0o755),
    /** Puts a document where documents of the user are. */
    document: (name: string, content: unknown): string => put(`.local/share/agent-tools/tools/${name}.json`, content),
    shim: (name: string, content: unknown): string => put(`.local/share/agent-tools/shims/${name}.json`, content),
  };
}
