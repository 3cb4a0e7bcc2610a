import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { createLineJudge, loadConfiguration } from './index.ts';
test('x', async () => {
  const where = { env: { PATH: process.env['PATH'], HOME: '/nonexist' }, cwd: '/tmp/fish' };
  const judge = createLineJudge({ ...where, configuration: await loadConfiguration(where) });
  const out: string[] = [];
  for (const row of readFileSync(process.env['ROWS'] ?? '/tmp/fish/out1.txt', 'utf8').split('\n')) {
    const [fish, bash, line] = row.split('\t');
    if (!line) continue;
    const { decision, reasons } = await judge(line.replaceAll('/bin/touch RAN', 'rm RAN'));
    if (decision === 'allow' || process.env['ALL']) out.push(`${fish}\t${bash}\t${decision}\t${line} ${process.env['ALL'] ? reasons[0] : ''}`);
  }
  console.log(out.join('\n'));
}, 60000);
