// `node scripts/redaction-report.mjs [COMMIT]`: what of the lists in tests/redaction the rules find and leave alone, now or at a commit.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
const [commit] = process.argv.slice(2);
const temporary = commit === undefined ? undefined : mkdtempSync(join(tmpdir(), 'redaction-'));
try {
  if (temporary !== undefined) {
    const archive = execFileSync('git', ['archive', commit, 'packages/core/src', 'packages/core/package.json'], {
      cwd: ROOT,
      maxBuffer: 1e9,
    });
    execFileSync('tar', ['-x', '-C', temporary], { input: archive });
  }
  const options = { configFile: false, logLevel: 'error', root: temporary ?? ROOT };
  const core = await runnerImport(join(temporary ?? ROOT, 'packages/core/src/index.ts'), options);
  const report = await runnerImport(join(ROOT, 'tests/redaction/measure.ts'), { ...options, root: ROOT });
  const filter = core.module.createResultFilter([], { maxLength: 1e9 });
  process.stdout.write(`${report.module.redactionReport((text) => filter.filter(text, 'tool'))}\n`);
} finally {
  if (temporary !== undefined) rmSync(temporary, { recursive: true });
}
