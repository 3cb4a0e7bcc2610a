/** Answers for the workflows of a document: each with its steps as calls, by the documents of the programs that they name. */
import type { AtipPattern, AtipTool } from '@atip/core';
import { planPattern } from '@atip/core/internal';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { readSubject, type Subject } from '../../worker/subject.ts';
import { wholePolicy } from '../safety/policy-edit.ts';
import { exampleOf } from './example-arguments.ts';

export interface PatternsQuestion {
  readonly subject: Subject;
  /** Absent: core's defaults. */
  readonly policy?: PlainPolicy;
  /** The values that were filled in, by the name of the pattern. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type PatternsAnswer = NonNullable<Awaited<ReturnType<typeof answerPatterns>>>;
export type ShownPattern = PatternsAnswer['patterns'][number];
export type ShownStep = ShownPattern['steps'][number];

/** Patterns that are listed. */
const MAX_PATTERNS = 50;

/** The patterns of a document; `undefined` when it has errors or none. Loads a document for each other program that they name. */
export async function answerPatterns({ subject, policy, values }: PatternsQuestion) {
  const read = readSubject(subject);
  const patterns = read.ok ? (read.whole.patterns ?? []).slice(0, MAX_PATTERNS) : [];
  if (!read.ok || patterns.length === 0) return undefined;
  const tools = [read.whole, ...(await othersOf(patterns, read.whole))];
  const settings = { policy: wholePolicy(policy), owner: read.whole.name, id: 'page' };
  return {
    tool: read.whole.name,
    patterns: patterns.map((pattern) => {
      const given = values[pattern.name] ?? {};
      const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
      const { decision, problems } = planPattern(pattern, filled, tools, settings);
      // The steps do not depend on values that are not filled in yet.
      const shown = planPattern(pattern, { ...examplesOf(pattern), ...filled }, tools, settings);
      return {
        // `problems` prevent a run, a sentence each.
        ...{ pattern, decision, problems: problems.map(({ message }) => message) },
        steps: shown.steps.map(({ number, description, check }) => ({
          // The pattern's owner stands above it; the question says it of each step.
          ...{ number, command: pattern.steps[number - 1]?.command ?? '', reasons: check?.reasons ?? [] },
          ...(description !== undefined && { description }),
          // Absent: no document here describes its program, or a word of it.
          ...(check?.effects && { effects: check.effects, decision: check.decision }),
        })),
      };
    }),
  };
}

async function othersOf(patterns: readonly AtipPattern[], own: AtipTool): Promise<readonly AtipTool[]> {
  const { loadShim } = await import('@atip/shims');
  const named = patterns.flatMap(({ steps }) => steps.map(({ command }) => command.trim().split(/\s+/)));
  const others = new Map(named.map(([program = '', group]) => [`${program} ${group}`, [program, group] as const]));
  const loaded = await Promise.all(
    [...others.values()].map(([program, group]) => (program === own.name ? undefined : loadShim(program, group))),
  );
  return loaded.filter((tool) => tool !== undefined);
}

function examplesOf({ variables = {} }: AtipPattern): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => {
      const listed: unknown = 'enum' in variable ? variable.enum : undefined;
      const first: unknown = Array.isArray(listed) ? listed[0] : undefined;
      return [name, String(first ?? exampleOf(variable.type))];
    }),
  );
}
