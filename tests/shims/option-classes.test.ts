import {
  type AtipArgument,
  type AtipEffects,
  type AtipOption,
  checkPolicy,
  type CommandMapping,
  type Decision,
  flattenCommands,
  POLICY_PRESETS,
} from '@atip/core';
import { callEffects, parametersOf } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { effectsOfWords } from '../../packages/shims/build/build-shim.ts';
import { readTable } from '../read-table.ts';
import { allShims, factsOf } from './shims.ts';

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

/** Words in a flag or a name of what may take a program, a library, a configuration, a template, a host, a log or a file. */
const WORDS = new Set(
  [
    'exec execute command cmd extcmd program shell engine plugin plugins provider providers library lib module preload',
    'require import config conf configuration options option template hook hooks pager editor browser tool toolexec vettool',
    'askpass rsh rmt helper interpreter python script eval runtime driver linker toolchain compiler cc renderer complex',
    'host hosts hostname url uri server endpoint proxy remote registry mirror index repo repository connect resolve address',
    'socket log logs trace report debug output out outfile dump save write dest destination o keyout root dir directory',
    'chdir cwd project path file files filename kubeconfig userconfig context volume mount device privileged security pid',
    'ipc userns network cookie netrc upload form data body strategy prefix overlay modfile target codegen entrypoint cap',
    'gpus publish ssh preset checkpoint cgroup request recover connection vf af image git proto json',
  ].flatMap((line) => line.split(' ')),
);

/** The same in a description. */
const TEXT =
  /\b(?:programs?|executables?|shell|librar(?:y|ies)|plugins?|engine|hooks?|pager|editor|browser|interpreter|script|configuration file|config file|URLs?|URIs?|host ?names?|server|proxy|socket|log file|logs? to|writes?|output (?:to|file)|path to|files?|director(?:y|ies)|upload|sends?)\b/i;

/** Whether somebody has to judge what a parameter's value can make the program do. Switches take no value. */
function isCandidate(source: AtipArgument | AtipOption): boolean {
  if (source.type === 'boolean' || ('x-count' in source && source['x-count'] === true)) return false;
  if (source.type === 'file' || source.type === 'directory' || source.type === 'url') return true;
  const names = 'flags' in source ? [...source.flags, source.name] : [source.name];
  return names.flatMap(wordsOf).some((word) => WORDS.has(word)) || TEXT.test(source.description);
}

/** Shape: `"--etag-saveFile"` → `["etag", "save", "file"]`. */
function wordsOf(flag: string): string[] {
  const text = flag.replace(/^[-+]+/, '').replaceAll(/([a-z])([A-Z])/g, '$1-$2');
  return text.toLowerCase().split(/[^a-z]+/);
}
