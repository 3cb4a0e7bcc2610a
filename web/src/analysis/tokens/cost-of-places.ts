import type { AtipTool, CompiledEntry, Provider } from '@atip/core';
import { parameterText } from './count-tokens.ts';
import { sourceText } from './source-text.ts';
import type { TokenCounter } from './token-counter.ts';
import { toolParts } from './tool-parts.ts';

/** What one place of a document, a command or a parameter, costs in however many compiled tools it appears. */
export interface PlaceCost {
  /** The ATIP tool's name, and a JSON Pointer in its document. */
  readonly tool: string;
  readonly pointer: string;
  /** The compiled name, and for a parameter its key after a full stop: `box_put.what`. */
  readonly name: string;
  /** Absent for a command. */
  readonly key?: string;
  /** Compiled tools that it appears in. */
  readonly tools: number;
  /** A parameter as a whole; 0 for a command. */
  readonly tokens: number;
  /** Its descriptions, and what of them its first sentence would leave. */
  readonly description: number;
  readonly shortened: number;
}

interface Place {
  readonly pointer: string;
  readonly name: string;
  readonly key?: string;
  /** All that it adds to a tool, and the description in it. */
  readonly text: string;
  readonly description: string;
}

/**
 * Adds up, for every place of the documents, what it costs.
 *
 * A description is shortened where the document has it, so that flags, defaults and examples that compiling adds stay.
 */
export function* costOfPlaces(
  provider: Provider,
  tools: readonly unknown[],
  entries: readonly CompiledEntry[],
  documents: readonly AtipTool[],
  counter: TokenCounter,
): Generator<void, readonly PlaceCost[]> {
  const byName = new Map(documents.map((document) => [document.name, document]));
  const costs = new Map<string, PlaceCost>();
  for (const [index, entry] of entries.entries()) {
    for (const { text, description, ...place } of placesOf(provider, tools[index], entry)) {
      const source = sourceText(byName.get(entry.tool), `${place.pointer}/description`) ?? '';
      const first = source === '' ? '' : firstSentence(source);
      const before = yield* counter.count(description);
      const after = first === source ? before : yield* counter.count(description.replace(source, () => first));
      const id = JSON.stringify([entry.tool, place.pointer]);
      const known = costs.get(id);
      costs.set(id, {
        tool: entry.tool,
        ...(known ?? place),
        tools: (known?.tools ?? 0) + 1,
        tokens: (known?.tokens ?? 0) + (yield* counter.count(text)),
        description: (known?.description ?? 0) + before,
        shortened: (known?.shortened ?? 0) + after,
      });
    }
  }
  return [...costs.values()];
}

function placesOf(provider: Provider, tool: unknown, { name, pointer, parameters }: CompiledEntry): Place[] {
  const parts = toolParts(tool);
  const places: Place[] = [{ pointer, name, text: '', description: parts.description }];
  for (const [key, schema] of parts.properties) {
    const source = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
    // Which command of a group is meant stands for no parameter of the document.
    if (source === undefined || source === pointer) continue;
    const text = parameterText(provider, key, schema, parts);
    const description = typeof schema['description'] === 'string' ? schema['description'] : '';
    places.push({ pointer: source, name: `${name}.${key}`, key, text, description });
  }
  return places;
}

/** `"Removes it. This cannot …"` → `"Removes it."`; a text of one sentence, or of none, is left as it is. */
function firstSentence(text: string): string {
  const [first = text] = /^.+?[.!?。](?=\s|$)|^.+$/mu.exec(text) ?? [];
  return first;
}
