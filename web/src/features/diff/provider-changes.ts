import { type Compilation, type Issue, type ProviderTool, checkProviderTools } from '@atip/core';
import { countOf } from '../../text/words.ts';
import { PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from '../../document/providers.ts';
import { type CompiledTool, compiledTool } from '../output/compiled-tool.ts';

/** One consequence, and for whom. */
export interface ProviderChange {
  /** `worse`: something is refused, lost or renamed that was not. */
  readonly kind: 'worse' | 'better' | 'neutral';
  readonly message: string;
  /** In the order of the page, such as `["OpenAI", "OpenAI strict"]`. */
  readonly providers: readonly string[];
}

type Finding = Omit<ProviderChange, 'providers'>;

/** Two documents' texts compiled for every provider, plain and strict: what comes and goes, each consequence once. */
export function providerChanges(before: string, after: string): readonly ProviderChange[] {
  const found = new Map<string, ProviderChange>();
  for (const provider of PROVIDER_ORDER) {
    for (const strict of STRICT_PROVIDERS.includes(provider) ? [false, true] : [false]) {
      const was = compiledTool({ text: before, provider, settings: { strict } });
      const is = compiledTool({ text: after, provider, settings: { strict } });
      const label = strict ? `${PROVIDER_LABELS[provider]} strict` : PROVIDER_LABELS[provider];
      for (const finding of findingsOf(was, is)) {
        const known = found.get(finding.message);
        found.set(finding.message, { ...finding, providers: [...(known?.providers ?? []), label] });
      }
    }
  }
  const order = ['worse', 'better', 'neutral'];
  return [...found.values()].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

function findingsOf(before: CompiledTool, after: CompiledTool): readonly Finding[] {
  if (!after.ok) return before.ok ? [{ kind: 'worse', message: `It no longer compiles: ${after.message}` }] : [];
  if (!before.ok) return [{ kind: 'better', message: 'It compiles now.' }];
  const [was, is] = [before.compilation, after.compilation];
  return [...issueFindings(was, is), ...strictFindings(was, is), ...nameFindings(was, is)];
}

function issueFindings(was: Compilation, is: Compilation): readonly Finding[] {
  const [were, are] = [problemsOf(was), problemsOf(is)];
  const fresh = [...are].filter(([key]) => !were.has(key));
  const gone = [...were].filter(([key]) => !are.has(key));
  return [
    ...fresh.map(([, message]): Finding => ({ kind: 'worse', message })),
    ...gone.map(([, message]): Finding => ({ kind: 'better', message: `No longer: ${message}` })),
  ];
}

/** Problems for the host and against the provider's rules, by tool instead of by number. Advice is left out. */
function problemsOf({ provider, tools, entries, issues }: Compilation): ReadonlyMap<string, string> {
  const own = issues.filter(({ code }) => code !== 'not-strict');
  const told = [...own, ...checkProviderTools(provider, tools)].filter(({ severity }) => severity !== 'info');
  return new Map(told.map((issue) => [keyOf(issue, entries), messageOf(issue, entries)]));
}

function nameIn({ path }: Issue, entries: Compilation['entries']): string | undefined {
  const number = /^\/(\d+)/.exec(path)?.[1];
  return number === undefined ? undefined : entries[Number(number)]?.name;
}

function keyOf(issue: Issue, entries: Compilation['entries']): string {
  // How many tools there are is no other problem.
  if (issue.code === 'too-many-tools') return issue.code;
  return JSON.stringify([issue.code, nameIn(issue, entries), issue.path.replace(/^\/\d+/, '')]);
}

function messageOf(issue: Issue, entries: Compilation['entries']): string {
  const name = nameIn(issue, entries);
  const does = issue.severity === 'error' ? 'The request is refused' : 'Warning';
  return `${does}${name === undefined ? '' : ` because of ${name}`}: ${issue.message}`;
}

function strictFindings(was: Compilation, is: Compilation): readonly Finding[] {
  const [were, are] = [strictByName(was), strictByName(is)];
  return [...are].flatMap(([name, strict]): readonly Finding[] => {
    const before = were.get(name);
    if (before === undefined || before === strict) return [];
    return [
      strict
        ? { kind: 'better', message: `The schema of ${name} can be strict now.` }
        : { kind: 'worse', message: `The schema of ${name} can no longer be strict.` },
    ];
  });
}

function strictByName({ tools, entries }: Compilation): ReadonlyMap<string, boolean> {
  return new Map(tools.map((tool, index) => [entries[index]?.name ?? '', isStrict(tool)]));
}

function isStrict(tool: ProviderTool): boolean {
  if ('function' in tool) return tool.function.strict === true;
  return 'strict' in tool && tool.strict === true;
}

function nameFindings(was: Compilation, is: Compilation): readonly Finding[] {
  const names = new Map(was.entries.map(({ path, name }) => [JSON.stringify(path), name]));
  const renamed = is.entries.flatMap(({ path, name }): readonly Finding[] => {
    const before = names.get(JSON.stringify(path));
    if (before === undefined || before === name) return [];
    return [{ kind: 'worse', message: `${before} is now called ${name}.` }];
  });
  const [fewer, more] = [was.tools.length, is.tools.length];
  if (fewer === more) return renamed;
  return [
    ...renamed,
    {
      kind: 'neutral',
      message: `There were ${countOf(fewer, 'tool')}, and now there are ${more.toLocaleString('en')}.`,
    },
  ];
}
