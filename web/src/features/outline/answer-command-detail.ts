import { type FlatCommand, flattenCommands, type Parameter, type AtipTool } from '@atip/core';
import { type Change, changesOf, type Conditional, parametersOf } from '@atip/core/internal';
import { riskMarks } from '../../document/risks.ts';
import { readSubject, type Subject } from '../../worker/subject.ts';
import { compiledTool, type OutputQuestion } from '../output/compiled-tool.ts';
import { answerCounter, countTokens } from '../output/count-tokens.ts';

export interface CommandDetailQuestion extends Subject {
  readonly pointer: string;
}

export type DetailParameter = ReturnType<typeof detailOf>;

/** Everything about one command; `undefined` when the document has errors or no command there. */
export function answerCommandDetail({ pointer, ...subject }: CommandDetailQuestion) {
  const read = readSubject(subject);
  const [offered, command] = read.ok ? [read.tool, read.whole].map((tool) => commandAt(tool, pointer)) : [];
  if (command === undefined) return undefined;
  // Models call it by this name; the offered part counts where the command is in there.
  const { name } = offered ?? command;
  const changes = changesOf(command);
  return {
    name,
    effects: command.effects,
    why: command.metadata.effects?.['x-why'],
    parameters: parametersOf(command).map((one) => detailOf(one, changes)),
  };
}

function commandAt(tool: AtipTool, pointer: string): FlatCommand | undefined {
  return flattenCommands(tool).find((command) => command.pointer === pointer);
}

function detailOf(parameter: Parameter, changes: readonly Change[]) {
  const { key, kind, source, required, global } = parameter;
  const { description, default: standard } = source;
  return {
    ...{ key, required, description, global },
    // "string", "string, several", "one of open, closed"
    type: typeOf(parameter),
    // As on a command line: "<repository>", "-y, --yes"
    spelling: kind === 'option' ? source.flags.join(', ') : `<${source.name}>`,
    ...(standard !== undefined && { standard: JSON.stringify(standard) }),
    deprecated: source['x-deprecated'] === true,
    effects: changes.filter((change) => change.parameter.key === key).flatMap(effectsWhenGiven),
  };
}

/** The effects of giving a parameter: marks that it adds, or that replace those of its command, and when and why. */
function effectsWhenGiven({ added, mode, values }: Change) {
  const rules = [{ added, mode, match: undefined }, ...values];
  return rules.flatMap(({ match, ...rule }) =>
    (['added', 'mode'] as const).flatMap((kind) => {
      const one: Conditional | undefined = rule[kind];
      return one ? [{ match, kind, ...describeEffects(one, kind) }] : [];
    }),
  );
}

function describeEffects({ effects, unless, why }: Conditional, kind: 'added' | 'mode') {
  const marks = riskMarks(effects).filter(({ risk }) => kind === 'mode' || risk !== 'not-stated');
  return { marks, why, unless: unless.map(({ key }) => key) };
}

const MAX_NAMED = 12;

function typeOf({ kind, source }: Parameter): string {
  const several = kind === 'argument' && source.variadic === true ? ', several' : '';
  const { enum: values } = source;
  if (values === undefined || values.length === 0) return source.type + several;
  const more = values.length > MAX_NAMED ? `, … ${values.length - MAX_NAMED} more` : '';
  return `one of ${values.slice(0, MAX_NAMED).join(', ')}${more}${several}`;
}

export interface SizesQuestion extends OutputQuestion {
  /** Of one command alone. Absent: of all. */
  readonly pointer?: string;
}

/** Tokens of commands as the provider is sent them, by pointer; none where the document does not compile. */
export async function answerCommandSizes(question: SizesQuestion): Promise<readonly (readonly [string, number])[]> {
  const compiled = compiledTool(question);
  if (!compiled.ok) return [];
  const { entries, tools } = compiled.compilation;
  const wanted = entries.flatMap(({ pointer }, index) =>
    question.pointer === undefined || pointer === question.pointer ? [{ pointer, tool: tools[index] }] : [],
  );
  await answerCounter({});
  const report = countTokens(
    wanted.map(({ tool }) => tool),
    question.provider,
  );
  return wanted.map(({ pointer }, index) => [pointer, report.tools[index] ?? 0]);
}
