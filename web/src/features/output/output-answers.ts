/** Answers about one output of a document, each `undefined` where the document does not compile. */
import { checkProviderTools, type Range, type Compilation, type JsonNode, readJson } from '@atip/core';
import { countTokens } from './count-tokens.ts';
import { type OutputQuestion, compiledTool } from './compiled-tool.ts';
import { type LossGroup, groupLosses, lossIssues } from './losses.ts';
import type { Provenance } from '../../document/provenance.ts';
import { type Program, type ProgramKind, programFor } from './programs/program.ts';
import {
  createPointerLocator,
  endOf,
  type JsonPlace,
  keyOf,
  nearestPlace,
  startOf,
} from '../../document/json-place.ts';
import { isRecord, joinPointer } from '@atip/core/internal';

/** Groups the facts that the provider is not told, or is told in other words. */
export function answerLosses(question: OutputQuestion): readonly LossGroup[] | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { whole, compilation } = compiled;
  return groupLosses(whole, compilation.losses, lossIssues(question.text, compilation.losses, question.provider));
}

/** Which places of the document made which lines of the output; `undefined` when it does not compile. */
export function answerProvenance(question: OutputQuestion): Provenance | undefined {
  const compiled = compiledTool(question);
  return compiled.ok ? provenanceOf(question.text, compiled.compilation) : undefined;
}

interface ProgramQuestion extends OutputQuestion {
  readonly kind: ProgramKind;
}

/** The output as something to paste. @throws Error with the reason when the document does not compile */
export function answerProgram({ kind, ...question }: ProgramQuestion): Program {
  const compiled = compiledTool(question);
  if (!compiled.ok) throw new Error(compiled.message);
  const { provider, settings, filter } = question;
  const { name } = compiled.whole;
  const { tools } = compiled.compilation;
  return programFor(kind, { provider, strict: settings.strict === true, name, filter, tools });
}

export interface HealthAnswer {
  /** Broken rules of the provider or of some of its back ends, as sentences; without "too many tools". */
  readonly broken: readonly string[];
  readonly doubtful: readonly string[];
  readonly tokens: number;
  /** True until the encoding is loaded; the answer comes again then. */
  readonly isEstimate: boolean;
  /** Says what was counted, and how far the number may be trusted. */
  readonly label: string;
}

/** The output held against the rules of its provider, and about how many tokens it takes. */
export function answerHealth(question: OutputQuestion): HealthAnswer | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { tools } = compiled.compilation;
  const { total, isEstimate, label } = countTokens(tools, question.provider);
  const issues = checkProviderTools(question.provider, tools, { strict: question.settings.strict === true });
  const messages = (severity: string): readonly string[] =>
    issues.filter((issue) => issue.severity === severity && issue.path !== '').map(({ message }) => message);
  return { broken: messages('error'), doubtful: messages('warning'), tokens: total, isEstimate, label };
}

interface TokenRow {
  readonly name: string;
  readonly tokens: number;
  readonly range?: Range;
}

export interface TokensAnswer {
  readonly total: number;
  /** Tokens that the provider puts around the tools. */
  readonly frame: number;
  /** Says what was counted, and how far the number may be trusted. */
  readonly label: string;
  /** True until the encoding is loaded; the answer comes again then. */
  readonly isEstimate: boolean;
  readonly rows: readonly TokenRow[];
}

const MOST_ROWS = 10;

/** How many tokens the output takes, and which tools take most. */
export function answerTokens(question: OutputQuestion): TokensAnswer | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { tools, entries } = compiled.compilation;
  const report = countTokens(tools, question.provider);
  const locator = createPointerLocator(question.text);
  const rows = entries
    .map(({ name, pointer }, index) => ({ name, pointer, tokens: report.tools[index] ?? 0 }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, MOST_ROWS)
    .map(({ pointer, ...row }): TokenRow => {
      const range = locator?.rangeOf(pointer);
      return { ...row, ...(range && { range }) };
    });
  const { total, frame, isEstimate, label } = report;
  return { total, frame, isEstimate, label, rows };
}

/**
 * Finds for every line of `JSON.stringify(compilation.tools, null, 2)` the places of the document that made it, as the
 * compilation's provenance says. A line that says nothing of its own was made by what made the part that it is in.
 *
 * @param sourceText the document that the one tool of the compilation was parsed from
 * @returns `undefined` when the text is no JSON, such as a help text that was imported
 */
export function provenanceOf(sourceText: string, compilation: Compilation): Provenance | undefined {
  const { root, issues } = readJson(sourceText);
  // The reader goes on past what it can guess, which a tool's own text never needs.
  if (root === undefined || issues.some(({ severity }) => severity === 'error')) return undefined;
  const { provenance, entries, tools } = compilation;
  const table = createTable(root);
  const lines: number[] = [];
  const write = (value: unknown, pointer: string, above: number, owner: string): void => {
    const stated = provenance[pointer];
    const source = stated === undefined ? above : table.sourceOf(stated, owner);
    lines.push(source);
    const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
    const shown = members.filter(([, member]) => member !== undefined);
    for (const [key, member] of shown) write(member, joinPointer(pointer, key), source, owner);
    // The closing bracket.
    if (shown.length > 0) lines.push(source);
  };
  const whole = table.sourceOf([''], '');
  lines.push(whole);
  for (const [index, tool] of tools.entries()) write(tool, `/${index}`, whole, entries[index]?.pointer ?? '');
  if (tools.length > 0) lines.push(whole);
  return { sources: Uint32Array.from(lines), ...table.build(), lineStarts: lineStartsOf(sourceText) };
}

interface Table {
  /** Index of a source: the pointers that made something of the command or group at `owner`. */
  sourceOf(pointers: readonly string[], owner: string): number;
  build(): Pick<Provenance, 'firstPlaces' | 'places' | 'reasons' | 'starts' | 'ends' | 'paths'>;
}

function createTable(root: JsonNode): Table {
  const known = new Map<string, number>();
  const ids = new Map<string, number>();
  const [firstPlaces, places, starts, ends]: [number[], number[], number[], number[]] = [[], [], [], []];
  const reasons: Provenance['reasons'][number][] = [];
  const paths: string[] = [];
  const idOf = (place: JsonPlace): number => {
    const identity = `${place.onlyKey === true} ${place.path}`;
    const id = ids.get(identity) ?? paths.length;
    if (id < paths.length) return id;
    ids.set(identity, id);
    starts.push(startOf(place));
    ends.push(endOf(place));
    return paths.push(place.path) - 1;
  };
  return {
    sourceOf(pointers, owner) {
      const identity = JSON.stringify([owner, ...pointers]);
      const before = known.get(identity);
      if (before !== undefined) return before;
      // Everything that the form of a tool adds by itself is the whole command's.
      const isDialect = pointers.length === 1 && pointers[0] === owner;
      firstPlaces.push(places.length);
      const found = pointers.map((pointer) => nearestPlace(root, pointer));
      const shown = isDialect ? found : found.map((place) => (isCommand(place.path) ? keyOf(place) : place));
      for (const id of new Set(shown.map(idOf))) places.push(id);
      const noun = owner === '' ? 'the tool' : isGroup(root, owner) ? 'the group' : 'the command';
      reasons.push(
        isDialect
          ? { text: `made by the dialect, for ${noun}`, kind: 'dialect' }
          : { text: reasonOf(pointers, owner, noun), kind: 'document' },
      );
      known.set(identity, reasons.length - 1);
      return reasons.length - 1;
    },
    build: () => ({
      firstPlaces: Uint32Array.from([...firstPlaces, places.length]),
      places: Uint32Array.from(places),
      reasons,
      starts: Uint32Array.from(starts),
      ends: Uint32Array.from(ends),
      paths,
    }),
  };
}

const PARAMETER = /\/(argument|option|globalOption)s\/\d+(?:\/(.+))?$/;
const LEVEL = /^((?:\/commands\/[^/]*)*)(?:\/(.+))?$/;

function isCommand(pointer: string): boolean {
  return pointer !== '' && LEVEL.exec(pointer)?.[2] === undefined;
}

function isGroup(root: JsonNode, pointer: string): boolean {
  const { value } = nearestPlace(root, pointer).node;
  return isRecord(value) && isRecord(value['commands']) && Object.keys(value['commands']).length > 0;
}

const MAX_NAMED = 4;

/** For example ``"made from `description` and `effects.destructive` of the command"``. */
function reasonOf(pointers: readonly string[], owner: string, noun: string): string {
  const parts = pointers.map((pointer) => partOf(pointer, owner, noun));
  const named = [...new Map(parts.map((part) => [part.join(' of '), part])).values()];
  const shown = named.length > MAX_NAMED ? named.slice(0, MAX_NAMED - 1) : named;
  const words = shown.map(([name, of], index) =>
    of === '' || of === shown[index + 1]?.[1] ? name : `${name} of ${of}`,
  );
  if (shown.length < named.length) words.push('more');
  const last = words.pop() ?? '';
  return `made from ${words.length > 0 ? `${words.join(', ')} and ${last}` : last}`;
}

function partOf(pointer: string, owner: string, noun: string): readonly [name: string, of: string] {
  const [, list, ofParameter] = PARAMETER.exec(pointer) ?? [];
  if (list !== undefined) {
    const parameter = list === 'argument' ? 'the argument' : 'the option';
    if (ofParameter === undefined) return [parameter, ''];
    return [ofParameter.startsWith('enum/') ? 'a value of `enum`' : `\`${ofParameter}\``, parameter];
  }
  const [, level = '', field] = LEVEL.exec(pointer) ?? [];
  const whose =
    level === '' ? 'the tool' : level === owner ? noun : owner.startsWith(`${level}/`) ? 'its group' : 'the command';
  return [field === undefined ? 'the key' : `\`${field.replaceAll('/', '.')}\``, whose];
}

/** The offsets at which a text's lines begin; they end at `\n`, `\r\n` or a lone `\r`, as editors count. */
function lineStartsOf(text: string): Uint32Array<ArrayBuffer> {
  return Uint32Array.from([0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)]);
}
