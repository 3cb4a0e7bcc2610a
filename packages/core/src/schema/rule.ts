import type { IssueSeverity } from '../types/issue.ts';
import type { SchemaNode } from './walk-schema.ts';

/** Takes one problem. `path` is a JSON Pointer into the list of tools; without a severity it is an error. */
export type Report = (code: string, path: string, message: string, severity?: IssueSeverity) => void;

/**
 * One row of a table of rules. `breaks` is true where a schema breaks it; absent, what the row is about always does.
 * `value` and `name` are those of the keyword or property in question. Without a severity it is an error.
 */
export type Rule = readonly [
  code: string,
  message: string,
  breaks?: ((value: unknown, node: SchemaNode, name: string) => boolean) | undefined,
  severity?: IssueSeverity,
];

/** Rules by the keyword that they are about. */
export type KeywordRules = Readonly<Record<string, readonly Rule[]>>;

/** A provider's rules about schemas, in the order in which they are asked. */
export interface SchemaRules {
  /** The code for a root that is no object type. */
  readonly root: string;
  /** Asked once for every schema. */
  readonly nodes?: readonly Rule[];
  /** Asked for every keyword of every schema. */
  readonly all: readonly Rule[];
  /** Asked for single keywords; later tables add to earlier ones. */
  readonly keywords?: readonly KeywordRules[];
  /** Asked for every property of every schema. */
  readonly keys?: readonly Rule[];
  /** Begins to add up what holds for a schema as a whole. */
  readonly total?: () => Total;
  /** The keywords to go down into. Absent: all that hold schemas. */
  readonly into?: ReadonlySet<unknown>;
}

/** Sees every schema of a tool, and then says what is wrong with all of them together. */
export interface Total {
  readonly visit: (node: SchemaNode) => void;
  readonly end?: (path: string, report: Report) => void;
}

/** How a list of tools is held against its provider's rules. */
export interface AcceptanceSettings {
  /** Holds every tool to the strict rules, also where it does not ask for them itself. Absent: only tools that ask. */
  readonly strict?: boolean;
  /** What the back end takes: with `openapi`, `parametersJsonSchema` is a warning. Absent: whichever a tool uses. */
  readonly geminiSchema?: 'openapi' | 'json-schema';
  /** `legacy`: the smaller numbers of older and compatible back ends. Absent: `current`. */
  readonly limits?: 'current' | 'legacy';
}

/** Those of some rules that a schema breaks. */
export function brokenRules(rules: readonly Rule[], node: SchemaNode, name: string, value: unknown): readonly Rule[] {
  return rules.filter(([, , breaks]) => !breaks || breaks(value, node, name));
}

/** The rules that a schema breaks by one of its keywords. */
export function brokenByKeyword({ all, keywords = [] }: SchemaRules, node: SchemaNode, name: string): readonly Rule[] {
  const value = node.schema[name];
  const broken = [...brokenRules(all, node, name, value)];
  for (const table of keywords) {
    if (Object.hasOwn(table, name)) broken.push(...brokenRules(table[name] ?? [], node, name, value));
  }
  return broken;
}
