/** `npm run runtimes`: prints the matrix; with `--write` writes the golden files from Node 20 instead. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { type Output, writeGolden } from './golden.ts';
import { layGround } from './lay-ground.ts';
import { matrixTable } from './matrix-table.ts';
import { GOLDEN } from './read-documents.ts';
import { runMatrix } from './run-matrix.ts';
import { runProgram } from './run-program.ts';
import { GROUP_NAMES } from './suite.ts';

const ground = await layGround();
try {
  if (process.argv.includes('--write')) await write();
  else await check();
} finally {
  ground.remove();
}

async function write(): Promise<void> {
  const outputs: readonly Output[] = JSON.parse(
    await runProgram(process.execPath, ['outputs.mjs'], { cwd: ground.directory }),
  );
  rmSync(GOLDEN, { recursive: true, force: true });
  mkdirSync(GOLDEN);
  for (const group of GROUP_NAMES) {
    const text = await writeGolden(outputs.filter((output) => output.group === group));
    writeFileSync(join(GOLDEN, `${group}.txt`), text);
  }
  process.stdout.write(
    `Wrote ${outputs.length} cases from Node ${process.versions.node}; read the diff before keeping it.\n`,
  );
}

async function check(): Promise<void> {
  const rows = await runMatrix(ground.directory);
  const { text, isEqual } = matrixTable(rows);
  process.stdout.write(text);
  for (const row of rows) {
    if (!('report' in row)) continue;
    for (const { group, name, actual } of row.report.cases) {
      if (actual === undefined) continue;
      const folder = join(ROOT, 'test-results/runtimes', row.name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${group} ${name}.txt`.replaceAll(/[^\w .,-]/g, '_')), actual);
    }
  }
  if (!isEqual) process.stdout.write('\nWhat came out instead is in test-results/runtimes.\n');
  process.exitCode = isEqual ? 0 : 1;
}
