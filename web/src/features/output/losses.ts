import type { AtipCommand, AtipTool, Issue, IssueSeverity, Loss, Provider, Range } from '@atip/core';
import { isRecord, pointerTokens } from '@atip/core/internal';
import { lossFix, readSource } from '../../document/document-fixes.ts';
import { nearestPlace, locatorFor } from '../../document/json-place.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';

/** How what core says of a loss goes on from the provider's name; a code that is not here is told as core tells it. */
const BEGINNINGS: Readonly<Record<string, (provider: string) => string>> = {
  'not-sent': (provider) => `${provider} is not told this.`,
  'in-text': (provider) => `${provider} is told this in words.`,
  renamed: (provider) => `${provider} knows this by another name.`,
  truncated: (provider) => `${provider} is told less than this.`,
  'value-dropped': (provider) => `${provider} is not told all values.`,
  'as-text': (provider) => `${provider} is told this as text.`,
  shadowed: (provider) => `${provider} is not told of this command.`,
  shared: (provider) => `${provider} is told this as one with others.`,
  relaxed: (provider) => `${provider} is told that this is optional.`,
  unreachable: (provider) => `${provider} is not told this.`,
  assumed: (provider) => `${provider} is told the worst.`,
};

/**
 * The losses of a compilation as issues of the document: where each is, what became of it there, and the change that
 * mends it where there is one.
 *
 * Shape: `{ code: "truncated", pointer: "/commands/a/description" }` → `{ code: "loss-truncated", severity: "info", message:
 * "OpenAI is told less than this. It is cut to 1024 characters; the flags are whole.", path, range, fix }`. A warning where it
 * is about harm: stated and not told, or not known at all. All of them and in their order; `groupIssues` makes a list of it.
 * A text that cannot be read gives issues without place.
 */
export function lossIssues(sourceText: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const source = readSource(sourceText);
  const locator = source && locatorFor(source.root, source.lines);
  return losses.map((loss) => {
    const range: Range | undefined = locator?.markOf(loss.pointer);
    const fix = source && lossFix(source, loss);
    const place = source && nearestPlace(source.root, loss.pointer);
    const value: unknown = place?.path === loss.pointer ? place.node.value : undefined;
    return {
      code: `loss-${loss.code}`,
      severity: isWarning(loss, value) ? 'warning' : 'info',
      message: [
        BEGINNINGS[loss.code]?.(PROVIDER_LABELS[provider]) ?? `${PROVIDER_LABELS[provider]}:`,
        loss.message,
      ].join(' '),
      path: loss.pointer,
      ...(range && { range }),
      ...(fix && { fix }),
    };
  });
}

function isWarning({ code, pointer }: Loss, value: unknown): boolean {
  if (code === 'assumed' || code === 'shadowed') return true;
  return code === 'not-sent' && statesHarm(pointer, value);
}

/** One place that the provider is not told of, or in other words. */
export interface LossPlace {
  /** `"pr create › effects.network"` */
  readonly label: string;
  /** Absent where the text has no such place. */
  readonly range?: Range;
  readonly fix?: NonNullable<Issue['fix']>;
}

/** Losses that read the same. */
export interface LossGroup {
  readonly code: string;
  /** `warning`: something that can do harm is not told. */
  readonly severity: IssueSeverity;
  readonly message: string;
  /** How many there are; `places` has no more than its limit. */
  readonly count: number;
  readonly places: readonly LossPlace[];
}

/** Places of one group that are told; of the rest their number is. */
const MOST_PLACES = 200;

/**
 * Losses by what is said of them: warnings first, then what is not only told in words or kept by the host, then the most
 * frequent.
 *
 * @param issues of these losses, one for each, in their order
 */
export function groupLosses(tool: AtipTool, losses: readonly Loss[], issues: readonly Issue[]): readonly LossGroup[] {
  const groups = new Map<string, { readonly code: string; readonly first: Issue; readonly members: Issue[] }>();
  for (const [index, { code }] of losses.entries()) {
    const issue = issues[index];
    if (issue === undefined) continue;
    const key = JSON.stringify([issue.severity, code, issue.message]);
    const known = groups.get(key);
    if (known) known.members.push(issue);
    else groups.set(key, { code, first: issue, members: [issue] });
  }
  return [...groups.values()]
    .map(({ code, first, members }): LossGroup => {
      const places = members.slice(0, MOST_PLACES).map((member) => placeOf(tool, member));
      return { code, severity: first.severity, message: first.message, count: members.length, places };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.count - a.count);
}

function placeOf(tool: AtipTool, { path, range, fix }: Issue): LossPlace {
  return { label: placeLabel(tool, path), ...(range && { range }), ...(fix && { fix }) };
}

/** Losses that a person can do least about come last. */
function rankOf({ code, severity }: LossGroup): number {
  if (severity !== 'info') return 0;
  return code === 'in-text' ? 3 : code === 'not-sent' ? 2 : 1;
}

/** Losses of every compilation: told in words, or kept by the host. Only the list of losses shows them. */
const USUAL: ReadonlySet<string> = new Set(['in-text', 'not-sent']);

/** Noted at each keystroke, so that a document of thousands of them costs no time. */
const MOST = 200;

/**
 * The losses that Problems and the editor show: what comes out otherwise than it was written, such as a cut or a new name.
 * All are notes, since the document is not at fault.
 */
export function notableLosses(text: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const notable = losses.filter(({ code }) => !USUAL.has(code)).slice(0, MOST);
  if (notable.length === 0) return [];
  return lossIssues(text, notable, provider).map((issue) => ({ ...issue, severity: 'info' }));
}

/** Effects that are never harm, whatever their value. */
const HARMLESS: ReadonlySet<string> = new Set([
  'filesystem/read',
  'filesystem/paths',
  'duration/typical',
  'duration/timeout',
]);
/** Effects whose `false` is the harm. */
const GOOD_IF_TRUE: ReadonlySet<string> = new Set(['reversible', 'idempotent']);
/** Words that say that there is none. */
const MILD: Readonly<Record<string, readonly unknown[]>> = {
  'interactive/stdin': ['none', 'optional'],
  'cost/estimate': ['free', 'low'],
};

/**
 * Tells if a document states harm at a JSON Pointer: a fact of safety that a model should not go without.
 *
 * Shape: `("/commands/a/effects/network", true)` → `true`; `(…, false)` → `false`, as for everything outside effects. An
 * effect that is not known here counts as harm unless it is plainly denied.
 */
export function statesHarm(pointer: string, value: unknown): boolean {
  if (/\/x-effects$/.test(pointer)) return !isRecord(value) || holdsHarm('', value, true);
  const [, name] = /^(?:\/commands\/[^/]*)*\/effects\/((?:[^/]+\/)?[^/]+)$/.exec(pointer) ?? [];
  return name !== undefined && isHarm(name, value);
}

/** @param told whether destruction is told in words, as it is of what an option adds */
function holdsHarm(above: string, value: object, told: boolean): boolean {
  return Object.entries(value).some(([key, inner]) => {
    const name = `${above}${key}`;
    if (told && name === 'destructive') return false;
    return isRecord(inner) ? holdsHarm(`${name}/`, inner, told) : isHarm(name, inner);
  });
}

function isHarm(name: string, value: unknown): boolean {
  if (HARMLESS.has(name)) return false;
  if (GOOD_IF_TRUE.has(name)) return value !== true;
  if (MILD[name]) return !MILD[name].includes(value);
  return Array.isArray(value) ? value.length > 0 : value !== false;
}

/**
 * A place of a document in words: `/commands/pr/commands/create/effects/network` → `"pr create › effects.network"`,
 * `/globalOptions/0/enum` → `"--host › enum"`. What is not there is named by its pointer.
 */
export function placeLabel(tool: AtipTool, pointer: string): string {
  const tokens = pointerTokens(pointer);
  const path: string[] = [];
  let level: Pick<AtipCommand, 'commands' | 'arguments' | 'options'> | undefined = tool;
  let at = 0;
  while (tokens[at] === 'commands' && at + 1 < tokens.length) {
    const key = tokens[at + 1] ?? '';
    path.push(key === '' ? tool.name : key);
    level = level?.commands?.[key];
    at += 2;
  }
  const rest = tokens.slice(at);
  const parameter = level && parameterLabel(tool, level, rest);
  const words = parameter === undefined ? [rest.join('.')] : [parameter, rest.slice(2).join('.')];
  return [path.join(' '), ...words].filter((word) => word !== '').join(' › ') || tool.name;
}

function parameterLabel(
  tool: AtipTool,
  level: Pick<AtipCommand, 'arguments' | 'options'>,
  [list, index]: readonly string[],
): string | undefined {
  const number = Number(index);
  if (list === 'arguments') return level.arguments?.[number]?.name;
  const options = list === 'options' ? level.options : list === 'globalOptions' ? tool.globalOptions : undefined;
  const option = options?.[number];
  return option && `--${option.name}`;
}
