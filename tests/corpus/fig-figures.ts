import { gzipSync } from 'node:zlib';
import { checkTool, newTally } from './check-tool.ts';
import { openCorpus } from './corpus-tools.ts';

/** Tools of clouds: most of all there is, and none that a page would load as a whole. */
const CLOUDS = ['aws', 'az', 'gcloud'];

/**
 * What `fromFig` makes of all of `@withfig/autocomplete`, as text: what there is, what is lost, how large it is as JSON, and
 * what the rules of the providers say of what is compiled from it. Takes a minute or two.
 */
export async function figFigures(): Promise<string> {
  const started = performance.now();
  const corpus = await openCorpus();
  const tally = newTally();
  const sizes = { all: 0, zipped: 0, withoutClouds: 0, withoutCloudsZipped: 0 };
  for (const tool of corpus.tools()) {
    const text = JSON.stringify(tool);
    const zipped = gzipSync(text).length;
    sizes.all += text.length;
    sizes.zipped += zipped;
    if (!CLOUDS.includes(tool.name)) {
      sizes.withoutClouds += text.length;
      sizes.withoutCloudsZipped += zipped;
    }
    checkTool(tool, tally);
  }
  const { lost, ...counts } = corpus.figures;
  const rows = (table: Readonly<Record<string, number>>): string[] =>
    Object.entries(table).map(([name, count]) => `${String(count).padStart(9)}  ${name}`);
  const size = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`.padStart(9);
  return [
    'Converted',
    ...rows({ ...counts }),
    'Lost, by the code of the issue',
    ...rows(lost),
    'JSON',
    `${size(sizes.all)}  all, ${size(sizes.zipped).trim()} with gzip, one file for each tool`,
    `${size(sizes.withoutClouds)}  without ${CLOUDS.join(', ')}; ${size(sizes.withoutCloudsZipped).trim()} with gzip`,
    'Compiled for every provider',
    ...rows({ 'compiled tools': tally.compiled, 'provider-rule errors and wrong names': tally.failures.length }),
    ...rows(tally.warnings),
    ...tally.failures.slice(0, 20),
    `${((performance.now() - started) / 1000).toFixed(0)} s`,
    '',
  ].join('\n');
}
