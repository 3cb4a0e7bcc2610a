import { effectsOfWords } from '../../packages/shims/build/build-shim.ts';
import { readTable } from '../read-table.ts';
import { isCandidate } from './option-candidates.ts';
import { allShims, factsOf } from './shims.ts';
import {
  type AtipEffects,
  checkPolicy,
  type CommandMapping,
  type Decision,
  flattenCommands,
  POLICY_PRESETS,
} from '@atip/core';
import { callEffects, parametersOf } from '@atip/core/internal';
import { expect, test } from 'vitest';

type Parameter = ReturnType<typeof parametersOf>[number];

/** A line of the table: what one option or argument is, for one command of a tool, for all (`*`), or for its global options. */
interface Line {
  readonly tool: string;
  readonly command: string;
  readonly option: string;
  readonly kind: string;
  /** The words of effects that a call with it has; of `harmless` and `asked` the reason. */
  readonly says: string;
}

/** An option or argument of one command that has to have a line. */
interface Place {
  readonly mapping: CommandMapping;
  readonly parameter: Parameter;
  readonly line: Line | undefined;
  readonly label: string;
}

const GLOBAL = '(global)';
const CLASSES = [
  ...['program', 'library', 'configuration', 'template', 'code', 'container', 'sends', 'host', 'log', 'output'],
  ...['harmless', 'asked'],
];

const LINES: readonly Line[] = readTable('tests/shims/option-classes.tsv').map(
  ([tool = '', command = '', option = '', kind = '', says = '']) => ({ tool, command, option, kind, says }),
);

async function places(): Promise<Place[]> {
  const byPlace = new Map(LINES.map((line) => [`${line.tool}\t${line.command}\t${line.option}`, line]));
  return (await allShims()).flatMap((tool) =>
    flattenCommands(tool).flatMap((found) => {
      const mapping = { ...found, command: [tool.name, ...found.path] };
      return parametersOf(mapping).flatMap((parameter): Place[] => {
        const { source, kind, global } = parameter;
        const names = kind === 'option' ? parameter.source.flags : [source.name];
        const own = global ? GLOBAL : found.path.join(' ');
        const judged = isCandidate(source);
        const commands = global ? [GLOBAL] : judged ? [own, '*'] : [own];
        const keys = commands.flatMap((command) => names.map((name) => `${tool.name}\t${command}\t${name}`));
        const line = keys.map((key) => byPlace.get(key)).find((one) => one !== undefined);
        const label = `${tool.name}\t${own}\t${names.at(-1)}`;
        return line || judged ? [{ mapping, parameter, line, label }] : [];
      });
    }),
  );
}

function effectsWith({ mapping, parameter }: Place): AtipEffects {
  return callEffects(mapping, { [parameter.key]: parameter.source.type === 'boolean' ? true : 'x' });
}

function decisionOf(mapping: CommandMapping, effects: AtipEffects): Decision {
  const call = { id: '1', name: mapping.path.join('_'), arguments: {} };
  return checkPolicy(call, { ...mapping, effects }, POLICY_PRESETS.standard).decision;
}

/** What is wrong with the line of a place, if anything. */
function faultOf(place: Place): string[] {
  const { mapping, line, label } = place;
  if (line === undefined) return [`${label}: judge it and give it a line`];
  const effects = effectsWith(place);
  const decision = decisionOf(mapping, effects);
  const before = decisionOf(mapping, mapping.effects);
  if (line.kind === 'harmless')
    return decision === before ? [] : [`${label}: harmless, and the decision is ${decision}`];
  if (line.kind === 'asked') return decision === 'allow' ? [`${label}: asked, and a call with it is allowed`] : [];
  const wanted = effectsOfWords(line.says.split(' '), label);
  const missing = factsOf(wanted).filter((fact) => !factsOf(effects).includes(fact));
  const unasked = wanted.destructive === true && decision === 'allow' ? ['and is allowed'] : [];
  return [...missing, ...unasked].map((what) => `${label}: ${line.kind}, ${what}`);
}

test('each line has a class and says effects or a reason, and stands once', () => {
  const wrong = LINES.filter(({ kind, says }) => !CLASSES.includes(kind) || says.trim() === '');
  expect(wrong).toStrictEqual([]);
  const reasons = LINES.filter(({ kind }) => kind === 'harmless' || kind === 'asked');
  expect(reasons.filter(({ says }) => says.split(' ').length < 3)).toStrictEqual([]);
  const keys = LINES.map(({ tool, command, option }) => `${tool}\t${command}\t${option}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toStrictEqual([]);
});

test('every option that may take a program, a library, a configuration, a host or a file has the effects of its class', {
  timeout: 120_000,
}, async () => {
  const all = await places();
  expect(all.flatMap(faultOf)).toStrictEqual([]);
  const used = new Set(all.map(({ line }) => line));
  expect(LINES.filter((line) => !used.has(line))).toStrictEqual([]);
});
