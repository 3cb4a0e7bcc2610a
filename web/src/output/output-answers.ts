/** Answers about one output of a document, each `undefined` where the document does not compile. */
import { type AtipTool, checkProviderTools, type Compilation, generateSafetyPrompt } from '@atip/core';
import { aboutTool, type Subject } from '../worker/subject.ts';
import { countTokens } from './count-tokens.ts';
import { type OutputQuestion, compiledTool } from './compiled-tool.ts';
import { type LossGroup, groupLosses, lossIssues, placeLabel } from './losses.ts';
import { readSource } from '../document/document-fixes.ts';
import type { Provenance } from '../document/provenance.ts';
import { requestText } from './copied-request.ts';
import { type JsonPlace, nearestPlace, type SourceText, startOf } from '../document/json-place.ts';
import { isRecord, joinPointer } from '@atip/core/internal';

export function answerLosses(question: OutputQuestion): readonly LossGroup[] | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { whole, compilation } = compiled;
  return groupLosses(whole, lossIssues(question.text, compilation.losses, question.provider));
}

/** The section for a system prompt that tells a model which commands need care; empty when none does. */
export function answerSafetyPrompt(subject: Subject) {
  return aboutTool(subject, ({ tool }) => ({ ok: true, text: generateSafetyPrompt([tool]) }) as const);
}

/** Which places of the document made which lines of the output; `undefined` when it does not compile. */
export function answerProvenance(question: OutputQuestion): Provenance | undefined {
  const compiled = compiledTool(question);
  return compiled.ok ? provenanceOf(question.text, compiled.whole, compiled.compilation) : undefined;
}

/** A request with the output, as JSON to paste. @throws Error with the reason when the document does not compile */
export function answerRequest(question: OutputQuestion): string {
  const compiled = compiledTool(question);
  if (!compiled.ok) throw new Error(compiled.message);
  const { provider, settings } = question;
  return requestText(provider, compiled.compilation.tools, compiled.whole.name, settings.strict === true);
}

export type HealthAnswer = NonNullable<ReturnType<typeof answerHealth>>;

const MOST_ROWS = 10;

export function answerHealth(question: OutputQuestion) {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { provider, settings } = question;
  const { tools, entries } = compiled.compilation;
  const { tools: counts, ...report } = countTokens(tools, provider);
  const issues = checkProviderTools(provider, tools, { strict: settings.strict === true });
  const messages = (severity: string): readonly string[] =>
    issues.filter((issue) => issue.severity === severity && issue.path !== '').map(({ message }) => message);
  const rows = entries
    // `pointer` is the place of its command.
    .map(({ name, pointer }, index) => ({ name, pointer, tokens: counts[index] ?? 0 }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, MOST_ROWS);
  // `broken`: by the provider or by some of its back ends, as sentences; without "too many tools".
  return { ...report, broken: messages('error'), doubtful: messages('warning'), rows };
}

/**
 * Finds for every line of `JSON.stringify(compilation.tools, null, 2)` the places of the document that made it, as the
 * compilation's provenance says. A line that is only structure belongs to the source of the part around it.
 *
 * @param sourceText the document that the one tool of the compilation was parsed from
 * @param whole that tool; all of it, whatever part was compiled
 * @returns `undefined` when the text is not JSON, such as an imported help text
 */
export function provenanceOf(sourceText: string, whole: AtipTool, compilation: Compilation): Provenance | undefined {
  // The reader goes on past what it can guess, which a tool's own text never needs.
  const source = readSource(sourceText);
  if (source === undefined) return undefined;
  const { provenance, entries, tools } = compilation;
  const table = createTable(source, whole);
  const lines: number[] = [];
  const write = (value: unknown, pointer: string, above: number, owner: string): void => {
    const stated = provenance[pointer];
    const own = stated === undefined ? above : table.sourceOf(stated, owner);
    lines.push(own);
    const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
    const shown = members.filter(([, member]) => member !== undefined);
    for (const [key, member] of shown) write(member, joinPointer(pointer, key), own, owner);
    // The closing bracket.
    if (shown.length > 0) lines.push(own);
  };
  const list = table.sourceOf([''], '');
  lines.push(list);
  for (const [index, tool] of tools.entries()) write(tool, `/${index}`, list, entries[index]?.pointer ?? '');
  if (tools.length > 0) lines.push(list);
  return { sources: Uint32Array.from(lines), ...table.build() };
}

const COMMAND = /^(?:\/commands\/[^/]*)+$/;

function createTable({ root, lines }: SourceText, tool: AtipTool) {
  const known = new Map<string, number>();
  const ids = new Map<string, number>();
  const labels: string[] = [];
  const positions: number[] = [];
  const firstPlaces = [0];
  const places: number[] = [];
  const dialects: boolean[] = [];
  const idOf = (place: JsonPlace, isKeyAlone: boolean): number => {
    const identity = `${isKeyAlone} ${place.path}`;
    const before = ids.get(identity);
    if (before !== undefined) return before;
    const end = isKeyAlone && place.member ? place.member.keyEnd : place.node.end;
    for (const offset of [startOf(place), end]) {
      const { line, column } = lines.positionAt(offset);
      positions.push(line, column, offset);
    }
    const id = labels.push(placeLabel(tool, place.path)) - 1;
    ids.set(identity, id);
    return id;
  };
  return {
    /** The index of the source that the pointers are, for the command or group at `owner`. */
    sourceOf(pointers: readonly string[], owner: string): number {
      // Everything that the form of a tool adds by itself is the whole command's.
      const isDialect = pointers.length === 1 && pointers[0] === owner;
      const identity = JSON.stringify([isDialect, ...pointers]);
      const before = known.get(identity);
      if (before !== undefined) return before;
      const found = pointers.map((pointer) => nearestPlace(root, pointer));
      places.push(...new Set(found.map((place) => idOf(place, !isDialect && COMMAND.test(place.path)))));
      firstPlaces.push(places.length);
      const source = dialects.push(isDialect) - 1;
      known.set(identity, source);
      return source;
    },
    build: () => ({
      labels,
      firstPlaces: Uint32Array.from(firstPlaces),
      places: Uint32Array.from(places),
      dialects: Uint8Array.from(dialects, Number),
      positions: Uint32Array.from(positions),
    }),
  };
}
