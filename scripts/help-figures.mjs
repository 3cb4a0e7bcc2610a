// `node scripts/help-figures.mjs`: what `fromHelp` reads out of real help texts, against what a person counted.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
const { module } = await runnerImport(join(ROOT, 'tests/corpus/help-samples.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: {
    alias: {
      '@atip/core/importers': join(ROOT, 'packages/core/src/importers/index.ts'),
      '@atip/core': join(ROOT, 'packages/core/src/index.ts'),
    },
  },
});
const samples = module.readHelpSamples();
if (samples === undefined) process.stdout.write('The samples are not at hand: ../shared/data/help.\n');
else {
  const rows = samples.map(({ name, options, commands, lost, truth, bogus, errors }) =>
    [name, options.length, truth ?? '', lost, commands, bogus.length, errors.length].join(' | '),
  );
  const sum = (of) => samples.reduce((total, sample) => total + of(sample), 0);
  const counted = samples.filter(({ truth }) => truth !== undefined);
  const found = counted.reduce((total, { options }) => total + options.length, 0);
  const truth = counted.reduce((total, sample) => total + sample.truth, 0);
  process.stdout.write(`sample | options | counted | cannot be said | commands | bogus | errors\n${rows.join('\n')}\n`);
  process.stdout.write(
    `${samples.length} texts: ${sum(({ options }) => options.length)} options, ${sum(({ commands }) => commands)} commands, ${sum(({ bogus }) => bogus.length)} bogus; of ${truth} counted ${found} found (${((100 * found) / truth).toFixed(1)} %)\n`,
  );
}
