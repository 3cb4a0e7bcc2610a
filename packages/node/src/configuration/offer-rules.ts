import {
  checkCall,
  type CommandMapping,
  createResultFilter,
  mapToCommand,
  type ExecutionPolicy,
  type PolicyRule,
  type RuleOffer,
  type ToolCall,
} from '@atip/core';
import {
  type Change,
  changesOf,
  effectsOf,
  harmOfChange,
  harmOfSource,
  isGiven,
  kindsOf,
  parametersOf,
  raiseEffects,
} from '@atip/core/internal';

/** A checked call that a person has to confirm. */
export interface AskedCall {
  readonly resolved: ToolCall;
  readonly mapping: CommandMapping;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Set for a shell line: no rule covers a whole line. */
  readonly line?: object;
}

type Parameter = ReturnType<typeof parametersOf>[number];

/** UTF-16 units of an offered pattern; no person reads a longer one before a lasting approval. */
const MAX_PATTERN = 200;

/**
 * The rules that would avoid the question about a call, narrowest first, at most three.
 *
 * Shape: `git push origin main` → the same, `git push origin *`, `git push *`, each `without` the kinds or names of
 * harmful parameters that the call lacks: force, mirror, delete. A parameter whose value or absence changes the effects
 * stays fixed. No rule contains a value that looks like a secret, and only the narrowest covers a command with unstated
 * effects.
 *
 * @param policy the policy that asks about the call; a rule that would not change its decision is not offered
 */
export function offerRules(asked: AskedCall, policy: ExecutionPolicy): readonly RuleOffer[] {
  const { resolved, arguments: args = {} } = asked;
  // A checked call's mapping contains the effects of its arguments; this looks up the command without them.
  const mapping = mapToCommand(resolved.name, [asked.mapping.tool]);
  const call = { resolved, mapping, arguments: args };
  const decide = (one: ExecutionPolicy) => checkCall(resolved, [asked.mapping.tool], one);
  const violations = decide(policy).policy?.violations ?? [];
  const given = parametersOf(mapping).filter((parameter) => isGiven(parameter, args));
  // The next input would differ, and no pattern covers the effect of a text.
  if (given.some(({ kind }) => kind === 'stdin')) return [];
  const fixed = fixedParameters(given, call);
  const positional = given.filter(({ kind }) => kind === 'argument');
  const kept = (count: number): Parameter[] =>
    given.filter((one) => fixed.has(one) || positional.slice(0, count).includes(one));
  const isGuess = violations.some(({ assumed }) => assumed === true);
  const wider = isGuess ? [] : [kept(Math.max(positional.length - 1, 0)), kept(0)];
  const offers = [given, ...wider].flatMap((pinned): RuleOffer[] => {
    const rule = ruleFor(call, given, pinned);
    if (rule === undefined) return [];
    const decided = decide({ ...policy, rules: [rule, ...(policy.rules ?? [])] });
    return decided.decision === 'allow' ? [{ label: labelOf(call, given, pinned), rule }] : [];
  });
  return offers.filter(({ label }, at) => offers.findIndex((one) => one.label === label) === at);
}

/** Parameters that stay fixed, because they cause or prevent harm. */
function fixedParameters(given: readonly Parameter[], call: Required<Omit<AskedCall, 'line'>>): ReadonlySet<Parameter> {
  const { mapping, arguments: args } = call;
  const changes = changesOf(mapping);
  const conditions = new Set(changes.flatMap(conditionsOf));
  const before = JSON.stringify(effectsOf(mapping, args));
  return new Set(
    given.filter((parameter) => {
      const rest = Object.fromEntries(
        Object.entries(args).filter(([key]) => key !== parameter.key && key !== parameter.narrowKey),
      );
      return (
        conditions.has(parameter.key) ||
        isWrittenPath(parameter, call) ||
        JSON.stringify(effectsOf(mapping, rest)) !== before
      );
    }),
  );
}

function conditionsOf({ added, mode, values }: Change): readonly string[] {
  const all = [added, mode, ...values.flatMap((value) => [value.added, value.mode])];
  return all.flatMap((one) => one?.unless.map(({ key }) => key) ?? []);
}

/** @returns undefined if a value cannot be a pattern, or harm cannot be excluded */
function ruleFor(
  call: Required<Omit<AskedCall, 'line'>>,
  given: readonly Parameter[],
  pinned: readonly Parameter[],
): PolicyRule | undefined {
  const { mapping, arguments: args } = call;
  const where: Record<string, string> = {};
  for (const parameter of pinned) {
    const pattern = patternOf(givenValue(parameter, args), call);
    if (pattern === undefined) return undefined;
    where[parameter.source.name] = pattern;
  }
  const kinds = new Set(given.flatMap((one) => kindsOf(one.source, [givenValue(one, args)].flat())));
  const [without, names] = [new Set<string>(), new Set<string>()];
  const changes = changesOf(mapping);
  for (const parameter of parametersOf(mapping)) {
    if (pinned.some(({ key }) => key === parameter.key)) continue;
    const change = changes.find((one) => one.parameter.key === parameter.key);
    const own = change && addsHarm(change, mapping) ? kindsOfHarm(change) : [];
    if (own && !isWrittenPath(parameter, call)) {
      for (const kind of own) if (!kinds.has(kind)) without.add(kind);
    } else if (given.some(({ key }) => key === parameter.key)) return undefined;
    else names.add(parameter.source.name);
  }
  return {
    run: [mapping.tool.name, ...mapping.path.filter((word) => word !== '')].join(' '),
    ...(Object.keys(where).length > 0 && { where }),
    ...(without.size + names.size > 0 && { without: [...[...without].sort(), ...[...names].sort()] }),
    decision: 'allow',
  };
}

/** Effects whose further instances are always new harm: another program, other data, another secret. */
const ALWAYS: readonly string[] = ['destructive', 'x-runs', 'x-sends', 'x-reveals', 'x-privilege'];

function addsHarm(change: Change, { effects }: CommandMapping): boolean {
  const harm = harmOfChange(change);
  const isMode = change.mode !== undefined && !change.added && change.values.length === 0;
  if (!isMode && ALWAYS.some((key) => key in harm)) return true;
  return JSON.stringify(raiseEffects(effects, harm)) !== JSON.stringify(raiseEffects(effects, {}));
}

/** A rule that allows also lifts the question about paths outside the writable directories. */
function isWrittenPath(
  { source }: Parameter,
  { mapping, arguments: args }: Required<Omit<AskedCall, 'line'>>,
): boolean {
  const { write, delete: deletes } = effectsOf(mapping, args).filesystem ?? {};
  const isPath = source.type === 'file' || source.type === 'directory';
  const writes = write === true || deletes === true || harmOfSource(source).filesystem?.write === true;
  return isPath && writes && source['x-effects']?.filesystem?.write !== false;
}

/**
 * The kinds of all harm of a parameter; undefined if one statement has no kind, so that only its name can be excluded.
 */
function kindsOfHarm({ parameter: { source } }: Change): readonly string[] | undefined {
  const listed: readonly unknown[] = Array.isArray(source['x-values']) ? source['x-values'] : [];
  const statements = [source['x-effects'], source['x-mode'], ...listed].filter((one) => one !== undefined).length;
  const kinds = kindsOf(source);
  return kinds.length === statements ? [...new Set(kinds)] : undefined;
}

function givenValue({ key, narrowKey }: Parameter, args: Readonly<Record<string, unknown>>): unknown {
  return args[key] ?? args[narrowKey];
}

/** A glob that matches exactly these values. */
function patternOf(value: unknown, { mapping, resolved }: Required<Omit<AskedCall, 'line'>>): string | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = items.flatMap((item) => (typeof item === 'object' || item === undefined ? [] : [String(item)]));
  const { filter } = createResultFilter([mapping.tool]);
  if (texts.length !== items.length || texts.some((text) => filter(text, resolved.name) !== text)) return undefined;
  const escaped = texts.map((text) => text.replace(/[\\*?+@[\]()|!]/g, String.raw`\$&`));
  const pattern = escaped.length === 1 ? (escaped[0] ?? '') : `@(${escaped.join('|')})`;
  return pattern.length > MAX_PATTERN ? undefined : pattern;
}

function labelOf(
  { mapping, arguments: args }: Required<Omit<AskedCall, 'line'>>,
  given: readonly Parameter[],
  pinned: readonly Parameter[],
): string {
  const shown = pinned.flatMap((parameter) => {
    const value = givenValue(parameter, args);
    if (parameter.kind !== 'option') return [value].flat().map(String);
    const flag = parameter.source.flags.at(-1) ?? parameter.source.name;
    return value === true ? [flag] : [`${flag}=${[value].flat().join(',')}`];
  });
  const rest = given.length > pinned.length ? ['*'] : [];
  return [...mapping.command, ...shown, ...rest].join(' ');
}
