import { readFileSync } from 'node:fs';
import { Ajv, type AnySchemaObject } from 'ajv';
import type { AtipTool } from '@atip/core';
import { checkShape } from '../../packages/core/src/metadata/check-shape.ts';
import type { Measured, Row } from './row.ts';
import { sizedTool } from './sized-tool.ts';
import { timeSizes } from './time-sizes.ts';
import { buildValidators, firstUse, type ValidatorKind } from './validator-first-use.ts';

const SIZES = [10, 100, 1_000] as const;
const SCHEMA = 'schema/0.4.json';
const NAMES: Readonly<Record<Exclude<ValidatorKind, 'ours'>, string>> = {
  ajv: 'Ajv 8 at run time',
  standalone: 'Ajv 8, compiled ahead',
};

/** The table that is generated from the schema against Ajv: what the first answer costs a process, and the next ones. */
export async function validatorBench(): Promise<Measured> {
  const ajv = new Ajv({ allErrors: true, strict: false });
  const schema: AnySchemaObject = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const validate = ajv.compile(schema);
  const ours = (tool: unknown): number => countErrors(tool);
  const tools = new Map<number, AtipTool>();
  for (const size of SIZES) {
    const tool = await sizedTool(size);
    // Two that do not agree do not do the same work.
    if (!validate(tool) || ours(tool) > 0) throw new Error(`A document of ${size} commands is said to be wrong.`);
    tools.set(size, tool);
  }
  const broken = { ...(await sizedTool(SIZES[0])), version: 7 };
  if (validate(broken) || ours(broken) === 0) throw new Error('A broken document is said to be right.');
  const growth = await timeSizes('commands of the document', tools, {
    'our generated table': ours,
    'Ajv 8, once it is there': (tool) => validate(tool),
  });
  return { rows: [...(await firstRows(schema)), ...steadyRow(growth.lines)], growth: [growth] };
}

function countErrors(value: unknown): number {
  let errors = 0;
  checkShape(value, () => {
    errors += 1;
    return true;
  });
  return errors;
}

/** What a process pays until it knows of one small document whether it is right. */
async function firstRows(schema: AnySchemaObject): Promise<Row[]> {
  const built = await buildValidators(schema);
  const document = JSON.stringify(await sizedTool(SIZES[0]));
  const times = await firstUse(built, document);
  const against = (kind: keyof typeof NAMES): Row[] => [
    {
      id: `first-${kind}`,
      what: 'first use in a new process: import, prepare, check ten commands',
      value: times.ours,
      unit: 'ms',
      baseline: { what: NAMES[kind], value: times[kind] },
      detail: 'median of 21 processes each, taking turns; starting Node is not counted',
    },
    {
      id: `size-${kind}`,
      what: 'what is imported for it, minified, gzipped',
      value: built.ours.gzipped,
      unit: 'bytes',
      baseline: { what: NAMES[kind], value: built[kind].gzipped },
    },
  ];
  return [...against('ajv'), ...against('standalone')];
}

function steadyRow(lines: readonly { readonly values: readonly number[] }[]): Row[] {
  const [ours = Number.NaN, ajv = Number.NaN] = lines.map(({ values }) => values[1] ?? Number.NaN);
  const baseline = { what: 'Ajv 8, once it is there', value: ajv };
  return [{ id: 'steady', what: 'a document of 100 commands, again and again', value: ours, unit: 'ms', baseline }];
}
