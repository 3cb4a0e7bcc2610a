import {
  type AtipTool,
  checkTool,
  compileTools,
  type FlatCommand,
  flattenCommands,
  type McpAnnotations,
  policyMatrix,
  type Range,
  type AtipEffects,
  type ExecutionPolicy,
  generateSafetyPrompt,
} from '@atip/core';
import { sandboxAccess } from '@atip/core/internal';
import { createPointerLocator } from '../../document/json-place.ts';
import { aboutTool, type Subject } from '../../worker/subject.ts';
import { tokensOfText } from '../output/count-tokens.ts';

/** A fact that commands leave open, and who takes what from the silence, in numbers of commands. */
export interface OpenFact {
  readonly field: string;
  readonly question: string;
  /** Commands that do not state it. */
  readonly missing: number;
  /** Of those, how many a policy that restricts this takes the worst of; absent where no policy goes by it. */
  readonly assumed?: number;
  /** The hint by which MCP clients learn of those. Absent where MCP has none. */
  readonly hint?: { readonly name: string; readonly value: boolean; readonly commands: number };
  /** Of those, how many a sandbox refuses this. Absent where it gives nothing by it. */
  readonly refused?: number;
}

export interface Gap {
  readonly name: string;
  readonly label: string;
  /** Places in `facts`. */
  readonly missing: readonly number[];
  /** True: its name reads as if it destroyed something, and nothing says whether it does. */
  readonly readsDestructive: boolean;
  readonly range?: Range;
}

type GapsAnswer =
  | {
      readonly ok: true;
      readonly commands: number;
      readonly complete: number;
      /** Facts that are open, of all commands, and facts in all. */
      readonly open: number;
      readonly total: number;
      readonly facts: readonly OpenFact[];
      /** The most valuable to close first. */
      readonly gaps: readonly Gap[];
    }
  | { readonly ok: false; readonly message: string };

/** Finds the effects that commands do not state, and the assumptions that everybody who decides makes instead. */
export function answerSafetyGaps(subject: Subject): GapsAnswer {
  return aboutTool(subject, ({ tool }) => {
    const commands = flattenCommands(tool);
    const gaps = gapsOf(tool, commands, subject.text);
    const open = gaps.reduce((sum, { missing }) => sum + missing.length, 0);
    const total = commands.length * EFFECT_STATEMENTS.length;
    const complete = commands.length - gaps.length;
    return { ok: true, commands: commands.length, complete, open, total, facts: factsOf(tool, commands), gaps };
  });
}

function gapsOf(tool: AtipTool, commands: readonly FlatCommand[], text: string): readonly Gap[] {
  const warned = new Set(checkTool(tool).flatMap(({ code, path }) => (code === 'unstated-destruction' ? [path] : [])));
  const locator = createPointerLocator(text);
  const gaps = commands.flatMap(({ name, path, pointer, effects }): readonly Gap[] => {
    const missing = EFFECT_STATEMENTS.flatMap(({ isStated }, index) => (isStated(effects) ? [] : [index]));
    if (missing.length === 0) return [];
    const range = locator?.rangeOf(pointer);
    const label = path.join(' ') || tool.name;
    return [{ name, label, missing, readsDestructive: warned.has(pointer), ...(range && { range }) }];
  });
  return gaps.toSorted((a, b) => worthOf(b) - worthOf(a));
}

/** How much is won by closing a gap: graver facts outweigh all lighter ones together. */
function worthOf({ missing, readsDestructive }: Gap): number {
  const facts = missing.reduce((sum, index) => sum + 2 ** (EFFECT_STATEMENTS.length - index), 0);
  return facts + (readsDestructive ? 2 ** (EFFECT_STATEMENTS.length + 1) : 0);
}

function factsOf(tool: AtipTool, commands: readonly FlatCommand[]): readonly OpenFact[] {
  const hints = new Map(compileTools([tool], 'mcp').tools.map(({ name, annotations }) => [name, annotations]));
  const policies = Object.fromEntries(
    EFFECT_STATEMENTS.flatMap(({ field, policy }) => (policy ? [[field, policy]] : [])),
  );
  const { policies: columns, rows } = policyMatrix([tool], policies);
  return EFFECT_STATEMENTS.map((statement) => {
    const { field, question, isStated, policy, access } = statement;
    const column = columns.findIndex(({ name }) => name === field);
    const silent = commands.flatMap((command, index) => (isStated(command.effects) ? [] : [{ command, index }]));
    const assumed = silent.filter(({ index }) => rows[index]?.cells[column]?.assumed === true).length;
    const refused = silent.filter(({ command }) => access && sandboxAccess(command.effects).unstated.includes(access));
    return {
      ...{ field, question, missing: silent.length },
      ...(policy && { assumed }),
      ...hintOf(
        statement,
        silent.map(({ command }) => hints.get(command.name)),
      ),
      ...(access && { refused: refused.length }),
    };
  });
}

/** The worse value of a hint: what MCP itself takes an absent one for. */
const WORSE: Readonly<Record<NonNullable<EffectStatement['hint']>, boolean>> = {
  destructiveHint: true,
  readOnlyHint: false,
  openWorldHint: true,
  idempotentHint: false,
};

function hintOf(
  { hint }: EffectStatement,
  annotations: readonly (McpAnnotations | undefined)[],
): Pick<OpenFact, 'hint'> {
  if (hint === undefined) return {};
  const value = WORSE[hint];
  return { hint: { name: hint, value, commands: annotations.filter((given) => given?.[hint] === value).length } };
}

interface EffectStatement {
  readonly field: string;
  readonly question: string;
  readonly isStated: (effects: AtipEffects) => boolean;
  /** A policy that restricts this and nothing else; absent where none can by silence. */
  readonly policy?: ExecutionPolicy;
  /** The hint that an MCP client takes the worst of. */
  readonly hint?: 'destructiveHint' | 'readOnlyHint' | 'openWorldHint' | 'idempotentHint';
  /** The access that a sandbox does not give. */
  readonly access?: 'network' | 'changes';
}

/** Gravest first; each counts as one fact. */
const EFFECT_STATEMENTS: readonly EffectStatement[] = [
  {
    field: 'destructive',
    question: 'Does it destroy data for good?',
    isStated: ({ destructive }) => destructive !== undefined,
    policy: { allowDestructive: false },
    hint: 'destructiveHint',
  },
  {
    field: 'reversible',
    question: 'Can it be undone?',
    isStated: ({ reversible }) => reversible !== undefined,
    policy: { allowNonReversible: false },
  },
  {
    field: 'cost.billable',
    question: 'Can it cost money?',
    isStated: ({ cost }) => cost?.billable !== undefined,
    policy: { allowBillable: false },
  },
  {
    field: 'filesystem.delete',
    question: 'Does it delete files?',
    isStated: ({ filesystem }) => filesystem?.delete !== undefined,
    policy: { allowFilesystemDelete: false },
  },
  {
    field: 'filesystem.write',
    question: 'Does it write files?',
    isStated: ({ filesystem }) => filesystem?.write !== undefined,
    policy: { allowFilesystemWrite: false },
    hint: 'readOnlyHint',
    access: 'changes',
  },
  {
    field: 'network',
    question: 'Does it use the network?',
    isStated: ({ network }) => network !== undefined,
    policy: { allowNetwork: false },
    hint: 'openWorldHint',
    access: 'network',
  },
  {
    field: 'idempotent',
    question: 'Is running it twice the same as once?',
    isStated: ({ idempotent }) => idempotent !== undefined,
    hint: 'idempotentHint',
  },
  {
    field: 'interactive',
    question: 'Does it wait for a person?',
    isStated: ({ interactive }) =>
      interactive?.stdin !== undefined && interactive.prompts !== undefined && interactive.tty !== undefined,
    policy: { allowInteractive: false },
  },
];

type PromptAnswer =
  | {
      readonly ok: true;
      /** Words for a model; empty when no command needs one. */
      readonly text: string;
      readonly commands: number;
      readonly tokens: number;
      /** True until the encoding is loaded; the answer comes again then. */
      readonly isEstimate: boolean;
      /** How they were counted and how far that may be trusted. */
      readonly label: string;
    }
  | { readonly ok: false; readonly message: string };

export function answerSafetyPrompt(subject: Subject): PromptAnswer {
  return aboutTool(subject, ({ tool }): PromptAnswer => {
    const text = generateSafetyPrompt([tool]);
    return { ok: true, text, commands: flattenCommands(tool).length, ...tokensOfText(text) };
  });
}
