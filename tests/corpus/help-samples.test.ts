import { expect, test } from 'vitest';
import { readHelpSamples } from './help-samples.ts';

const samples = readHelpSamples();
if (!samples) console.log('help: left out, the samples are not at hand (../shared/data/help)');

test.skipIf(!samples)(
  'of the options that a person counted in real help texts hardly one is missed, and none is made up',
  () => {
    const counted = (samples ?? []).filter(({ truth }) => truth !== undefined);
    const rows = counted.map(({ name, options, lost, truth = 0 }) => ({ name, found: options.length, lost, truth }));
    expect(rows).toStrictEqual([
      { name: 'cargo-build', found: 39, lost: 0, truth: 39 },
      { name: 'curl-all', found: 250, lost: 0, truth: 250 },
      { name: 'gh-pr-create', found: 17, lost: 0, truth: 17 },
      { name: 'git-commit-h', found: 36, lost: 0, truth: 36 },
      { name: 'grep', found: 47, lost: 1, truth: 48 },
      { name: 'hyperfine', found: 23, lost: 2, truth: 25 },
      { name: 'node', found: 150, lost: 0, truth: 150 },
    ]);
  },
);

test.skipIf(!samples)('every spelling stands in its text, and every tool is one', () => {
  const wrong = (samples ?? []).filter(({ bogus, errors }) => bogus.length + errors.length > 0);
  expect(wrong.map(({ name, bogus, errors }) => [name, bogus, errors])).toStrictEqual([]);
});
