import { compile, parseTool, PROVIDERS } from '@atip/core';
import { PREFIX_RULES } from '../../packages/core/src/redact/prefix-rules.ts';
import { listShims } from '../../packages/shims/src/list-shims.ts';
import { readHelpSamples } from '../corpus/help-samples.ts';
import { figuresOf, isAws, judge } from '../effects/evaluate.ts';
import { halfOf, loadLabels } from '../effects/labels.ts';
import { NOT_HERE, readForeign } from './foreign.ts';
import type { Measured, Row } from './row.ts';

/** What needs documents, texts and labels of others. */
const WANTED = {
  'gh-tools': 'gh.json',
  'help-found': 'help texts',
  'help-bogus': 'help texts',
  'mutating-as-read': 'labels',
  'destructive-found': 'labels',
};

/** Figures that are no times: how right what is inferred is, and how much is there. Each is counted anew. */
export async function reportsBench(): Promise<Measured> {
  const rows = [...foreignTools(), ...helpRows(), ...effectRows(), ...ownRows()];
  const have = new Set(rows.map(({ id }) => id));
  const missing = Object.keys(WANTED).filter((id) => !have.has(id));
  return { rows, leftOut: Object.fromEntries(missing.map((id) => [id, NOT_HERE])) };
}

/** The fewest tools that any provider gets of somebody else's document. */
function foreignTools(): Row[] {
  const text = readForeign('gh.json');
  if (text === undefined) return [];
  const { tool } = parseTool(text);
  if (!tool) throw new Error('gh.json does not parse.');
  const counts = PROVIDERS.map((provider) => compile([tool], provider).tools.length);
  const detail = `${PROVIDERS.length} providers: ${PROVIDERS.map((name, at) => `${name} ${counts[at]}`).join(', ')}`;
  return [
    {
      id: 'gh-tools',
      what: 'tools that gh.json compiles to, the fewest',
      value: Math.min(...counts),
      unit: '',
      detail,
    },
  ];
}

/** `fromHelp` against what a person counted. */
function helpRows(): Row[] {
  const samples = readHelpSamples();
  if (!samples) return [];
  const counted = samples.filter(({ truth }) => truth !== undefined);
  const truth = counted.reduce((sum, sample) => sum + (sample.truth ?? 0), 0);
  const found = counted.reduce((sum, { options }) => sum + options.length, 0);
  const bogus = samples.reduce((sum, sample) => sum + sample.bogus.length, 0);
  const all = samples.reduce((sum, { options }) => sum + options.length, 0);
  return [
    {
      id: 'help-found',
      what: 'options found in help texts, of those counted by hand',
      value: (100 * found) / truth,
      unit: '%',
      detail: `${found} of ${truth}, in ${counted.length} texts`,
    },
    {
      id: 'help-bogus',
      what: 'options that do not stand in their help text',
      value: bogus,
      unit: '',
      detail: `of ${all.toLocaleString('en')}, in ${samples.length} texts`,
    },
  ];
}

/** `inferEffects` against public labels, the half that nothing was tuned on, without the rows of AWS. */
function effectRows(): Row[] {
  const labels = loadLabels();
  if (!labels) return [];
  const judged = judge(labels.filter((row) => halfOf(row) === 'reporting')).filter((one) => !isAws(one));
  const { rows, mutating, mutatingCalledRead, destructive, destructiveFound, unknown } = figuresOf(judged);
  const share = `${((100 * unknown) / rows).toFixed(1)} % of ${rows.toLocaleString('en')} left unknown; without the rows of AWS`;
  return [
    {
      id: 'mutating-as-read',
      what: 'commands that change something and are said only to read',
      value: (100 * mutatingCalledRead) / mutating,
      unit: '%',
      detail: `${mutatingCalledRead} of ${mutating}; ${share}`,
    },
    {
      id: 'destructive-found',
      what: 'destructive commands that are found to be',
      value: (100 * destructiveFound) / destructive,
      unit: '%',
      detail: `${destructiveFound} of ${destructive}; ${share}`,
    },
  ];
}

function ownRows(): Row[] {
  return [
    {
      id: 'secret-formats',
      what: 'secret formats that the redaction engine knows',
      value: PREFIX_RULES.length,
      unit: '',
    },
    { id: 'shims', what: 'everyday tools with metadata of ours', value: listShims().length, unit: '' },
  ];
}
