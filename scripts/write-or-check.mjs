import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Writes generated files, or, with `--check` among the arguments, only compares them.
 *
 * `files` maps absolute paths to contents. Ends with exit code 1 and one line per file when one is stale.
 */
export function writeOrCheck(files, command) {
  const check = process.argv.includes('--check');
  for (const [path, content] of files) {
    const name = relative(ROOT, path);
    if (readIfThere(path) === content) {
      continue;
    }
    if (check) {
      process.stderr.write(`${name} is stale: run "node ${command}" and keep the result.\n`);
      process.exitCode = 1;
    } else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      process.stdout.write(`wrote ${name}\n`);
    }
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
