import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  callEffects,
  compileTools,
  type FlatCommand,
  flattenCommands,
  mergeEffects,
  type Parameter,
  parametersOf,
  type Provider,
} from '@atip/core';
import { riskMarks } from '../../state/risks.ts';
import { countTokens } from '../tokens/count-tokens.ts';
import { runAtOnce } from '../tokens/run-in-slices.ts';
import { type CommandTree, commandPointer, NODE } from './command-tree.ts';
import { layOut } from './lay-out.ts';
import { riskBits } from './risk-bits.ts';

/** A node as it is gathered. */
interface Node {
  readonly key: string;
  readonly parent: number;
  readonly level: number;
  readonly kind: number;
  end: number;
  risks: number;
  added: number;
  tokens: number;
  count: number;
  readonly parameters: number;
  readonly deprecated: boolean;
}

/** What is gathered on the way through the tree. */
interface Walk {
  readonly nodes: Node[];
  readonly flat: ReadonlyMap<string, { readonly command: FlatCommand; readonly tokens: number }>;
}

/** A node of the document with what leads to it. */
interface Place {
  readonly key: string;
  readonly pointer: string;
  readonly parent: number;
  readonly level: number;
  readonly effects: AtipEffects;
}

/**
 * A tool's commands with risks and tokens, for one provider.
 *
 * @returns the tree, and how the tokens were counted
 * @throws AtipValidationError when the tool cannot be compiled
 */
export function buildCommandTree(
  tool: AtipTool,
  provider: Provider,
  strict: boolean,
): { readonly tree: CommandTree; readonly label: string } {
  const commands = flattenCommands(tool);
  // One compiled tool for each command, in the same order: names are unique in a tool.
  const report = runAtOnce(countTokens(compileTools([tool], provider, { strict }).tools, provider));
  const flat = new Map(
    commands.map((command, index) => [command.pointer, { command, tokens: report.tools[index]?.tokens ?? 0 }]),
  );
  const walk: Walk = { nodes: [], flat };
  const effects = mergeEffects(tool.effects);
  const root: Place = { key: tool.name, pointer: '', parent: 0, level: 0, effects };
  visitGroup(walk, tool.commands ?? {}, root, false);
  return { tree: columns(walk.nodes), label: report.label };
}

function risksOf(effects: AtipEffects): number {
  return riskBits(riskMarks(effects).map(({ risk }) => risk));
}

function visit(walk: Walk, metadata: AtipCommand, place: Place): void {
  const effects = mergeEffects(place.effects, metadata.effects);
  const deprecated = metadata['x-deprecated'] === true;
  if (metadata.commands !== undefined && Object.keys(metadata.commands).length > 0) {
    visitGroup(walk, metadata.commands, { ...place, effects }, deprecated);
    return;
  }
  const { parent, level, key } = place;
  const found = walk.flat.get(place.pointer);
  const risks = risksOf(found?.command.effects ?? effects);
  const parameters = found === undefined ? [] : parametersOf(found.command);
  const added = found === undefined ? 0 : addedRisks(found.command, parameters, risks);
  const [kind, count] = found === undefined ? [NODE.omitted, 0] : [NODE.command, 1];
  const end = walk.nodes.length + 1;
  const tokens = found?.tokens ?? 0;
  walk.nodes.push({
    key,
    parent,
    level,
    kind,
    end,
    risks,
    added,
    tokens,
    count,
    parameters: parameters.length,
    deprecated,
  });
}

function visitGroup(
  walk: Walk,
  commands: Readonly<Record<string, AtipCommand>>,
  { key, pointer, parent, level, effects }: Place,
  deprecated: boolean,
): void {
  const index = walk.nodes.length;
  const group: Node = {
    ...{ key, parent, level, kind: NODE.group, end: index, parameters: 0, deprecated },
    ...{ risks: 0, added: 0, tokens: 0, count: 0 },
  };
  walk.nodes.push(group);
  for (const [childKey, child] of Object.entries(commands)) {
    const at = pointer + commandPointer(childKey);
    const first = walk.nodes.length;
    visit(walk, child, { key: childKey, pointer: at, parent: index, level: level + 1, effects });
    const below = walk.nodes[first];
    if (below === undefined) continue;
    group.risks |= below.risks;
    group.added |= below.added;
    group.tokens += below.tokens;
    group.count += below.count;
  }
  group.end = walk.nodes.length;
}

/** What a call that gives every parameter does more than one that gives none. */
function addedRisks(command: FlatCommand, parameters: readonly Parameter[], own: number): number {
  if (!parameters.some(({ source }) => source['x-effects'] !== undefined)) return 0;
  const mapping = { command: [], ...command };
  const all = callEffects(mapping, Object.fromEntries(parameters.map(({ key }) => [key, true])));
  return risksOf(all) & ~own & ~riskBits(['not-stated', 'reads']);
}

function columns(nodes: readonly Node[]): CommandTree {
  const numbers = (field: (node: Node) => number): number[] => nodes.map(field);
  const ends = Uint32Array.from(numbers(({ end }) => end));
  const tokens = Uint32Array.from(numbers((node) => node.tokens));
  const kinds = Uint8Array.from(numbers(({ kind }) => kind));
  const parents = Uint32Array.from(numbers(({ parent }) => parent));
  return {
    keys: nodes.map(({ key }) => key),
    ...{ parents, ends, kinds, tokens },
    levels: Uint8Array.from(numbers(({ level }) => level)),
    risks: Uint16Array.from(numbers(({ risks }) => risks)),
    added: Uint16Array.from(numbers(({ added }) => added)),
    parameters: Uint16Array.from(numbers(({ parameters }) => parameters)),
    deprecated: Uint8Array.from(numbers(({ deprecated }) => (deprecated ? 1 : 0))),
    counts: Uint32Array.from(numbers(({ count }) => count)),
    ...layOut({ parents, ends, kinds, tokens }),
  };
}
