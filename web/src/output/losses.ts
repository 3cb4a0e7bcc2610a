import type { AtipCommand, AtipTool, Issue, IssueSeverity, Loss, Provider } from '@atip/core';
import { pointerTokens, stated } from '@atip/core/internal';
import { lossFix, readSource } from '../document/document-fixes.ts';
import { locatorFor } from '../document/json-place.ts';
import { PROVIDER_LABELS } from '../document/providers.ts';

/** Words for a loss after the provider's name, by core's code; other codes keep core's own words. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'not-sent': ' is not told this.',
  'in-text': ' is told this in words.',
  renamed: ' knows this by another name.',
  truncated: ' is told less than this.',
  'value-dropped': ' is not told all values.',
  'as-text': ' is told this as text.',
  shadowed: ' is not told of this command.',
  shared: ' is told this as one with others.',
  relaxed: ' is told that this is optional.',
  unreachable: ' is not told this.',
  assumed: ' is told the worst.',
};

/**
 * The losses of a compilation as issues of the document: the place of each, its effect there, and the fix where there is
 * one.
 *
 * Shape: `{ code: "truncated", pointer: "/commands/a/description" }` → `{ code: "loss-truncated", severity: "info", message:
 * "OpenAI is told less than this. It is cut to 1024 characters; the flags are whole.", path, range, fix }`. A warning where
 * the harm is unknown. Complete and in order; `groupIssues` makes a list of it.
 * A text that cannot be read gives issues without place.
 */
export function lossIssues(sourceText: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const source = readSource(sourceText);
  const locator = source && locatorFor(source.root, source.lines);
  return losses.map((loss) =>
    stated({
      code: `loss-${loss.code}`,
      severity: WARNINGS.has(loss.code) ? ('warning' as const) : ('info' as const),
      message: `${PROVIDER_LABELS[provider]}${BEGINNINGS[loss.code] ?? ':'} ${loss.message}`,
      path: loss.pointer,
      range: locator?.markOf(loss.pointer),
      fix: source && lossFix(source, loss),
    }),
  );
}

/** Codes of losses that may do harm: the model knows less of a danger than there is. */
const WARNINGS: ReadonlySet<string> = new Set(['assumed', 'shadowed']);

/** `loss`: cut, renamed or left out. `told`: in words. `kept`: the host keeps it, as with every document. */
export type LossKind = 'loss' | 'told' | 'kept';

/** A parameter that is left out, or a constraint of its values. */
const OF_PARAMETER = /\/(?:arguments|options|globalOptions)\/\d+(?:\/(?:default|enum))?$/;

/** Only a fact whose absence changes calls is lost; the other fields of a document are for the host that keeps them. */
export function kindOf({ code, pointer }: Pick<Loss, 'code' | 'pointer'>): LossKind {
  if (code === 'in-text') return 'told';
  return code === 'not-sent' && !OF_PARAMETER.test(pointer) ? 'kept' : 'loss';
}

/** One place that the provider does not get, or gets in other words. */
export interface LossPlace {
  readonly range: Issue['range'] | undefined;
  readonly fix: Issue['fix'] | undefined;
  /** `"pr create › effects.network"` */
  readonly label: string;
}

export interface LossGroup {
  readonly kind: LossKind;
  /** `warning`: the harm is unknown. */
  readonly severity: IssueSeverity;
  readonly message: string;
  /** Full number; `places` stops at its limit. */
  readonly count: number;
  readonly places: readonly LossPlace[];
}

/** Listed places of one group; the rest is only counted. */
const MOST_PLACES = 200;

/**
 * Groups issues of losses by their words: warnings first, then other losses, facts that the host keeps, facts told in words; in each
 * the most frequent first.
 */
export function groupLosses(tool: AtipTool, issues: readonly Issue[]): readonly LossGroup[] {
  const groups = new Map<string, LossGroup>();
  for (const { code, severity, message, path, range, fix } of issues) {
    const kind = kindOf({ code: code.replace('loss-', ''), pointer: path });
    const key = `${kind} ${message}`;
    const { count = 0, places = [] } = groups.get(key) ?? {};
    const place: LossPlace = { label: placeLabel(tool, path), range, fix };
    const told = count < MOST_PLACES ? [...places, place] : places;
    groups.set(key, { kind, severity, message, count: count + 1, places: told });
  }
  return [...groups.values()].toSorted((a, b) => rankOf(a) - rankOf(b) || b.count - a.count);
}

function rankOf({ kind, severity }: LossGroup): number {
  return severity === 'info' ? RANKS[kind] : 0;
}

const RANKS: Readonly<Record<LossKind, number>> = { loss: 1, kept: 2, told: 3 };

/** Computed at each keystroke, so thousands of losses must cost no time. */
const MOST = 200;

/**
 * The losses that Problems and the editor show, such as a cut or a new name.
 * All are notes, since the document is not at fault.
 */
export function notableLosses(text: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const notable = losses.filter((loss) => kindOf(loss) === 'loss' && loss.code !== 'not-sent').slice(0, MOST);
  if (notable.length === 0) return [];
  return lossIssues(text, notable, provider).map((issue) => ({ ...issue, severity: 'info' }));
}

/**
 * A place of a document in words: `/commands/pr/commands/create/effects/network` → `"pr create › effects.network"`,
 * `/globalOptions/0/enum` → `"--host › enum"`. A missing part is named by its pointer.
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
  { globalOptions }: AtipTool,
  { arguments: args, options }: Pick<AtipCommand, 'arguments' | 'options'>,
  [list, index]: readonly string[],
): string | undefined {
  if (list === 'arguments') return args?.[Number(index)]?.name;
  const option = { options, globalOptions }[list ?? '']?.[Number(index)];
  return option && `--${option.name}`;
}
