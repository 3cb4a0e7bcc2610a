import { checkProviderTools, type Compilation, PROVIDERS, type ProviderTool } from '@atip/core';
import { PROVIDER_LABELS, STRICT_PROVIDERS } from '../../document/providers.ts';
import { countOf } from '../../text/words.ts';
import { type CompiledTool, compiledTool } from '../output/compiled-tool.ts';

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
  for (const provider of PROVIDERS) {
    for (const strict of STRICT_PROVIDERS.includes(provider) ? [false, true] : [false]) {
      const [was, is] = [before, after].map((text) => compiledTool({ text, provider, settings: { strict } }));
      const label = strict ? `${PROVIDER_LABELS[provider]} strict` : PROVIDER_LABELS[provider];
      for (const finding of was && is ? findingsOf(was, is) : []) {
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
  const [were, are] = [problemsOf(was), problemsOf(is)];
  const names = new Map(was.entries.map(({ path, name }) => [JSON.stringify(path), name]));
  const strict = new Map(was.tools.map((tool, index) => [was.entries[index]?.name, isStrict(tool)]));
  const findings: Finding[] = [];
  const add = (kind: Finding['kind'], message: string): void => void findings.push({ kind, message });
  for (const [key, message] of are) if (!were.has(key)) add('worse', message);
  for (const [key, message] of were) if (!are.has(key)) add('better', `No longer: ${message}`);
  for (const [index, tool] of is.tools.entries()) {
    const { name, path } = is.entries[index] ?? {};
    const [oldName, wasStrict] = [names.get(JSON.stringify(path)), strict.get(name)];
    if (wasStrict === true && !isStrict(tool)) add('worse', `The schema of ${name} can no longer be strict.`);
    if (wasStrict === false && isStrict(tool)) add('better', `The schema of ${name} can be strict now.`);
    if (oldName !== undefined && oldName !== name) add('worse', `${oldName} is now called ${name}.`);
  }
  const [fewer, more] = [was.tools.length, is.tools.length];
  if (fewer !== more)
    add('neutral', `There were ${countOf(fewer, 'tool')}, and now there are ${more.toLocaleString('en')}.`);
  return findings;
}

/** Problems for the host and against the provider's rules, by tool instead of by number. Advice is left out. */
function problemsOf({ provider, tools, entries, issues }: Compilation): ReadonlyMap<string, string> {
  const own = issues.filter(({ code }) => code !== 'not-strict');
  const told = [...own, ...checkProviderTools(provider, tools)].filter(({ severity }) => severity !== 'info');
  return new Map(
    told.map(({ code, path, severity, message }) => {
      const name = entries[Number(/^\/(\d+)/.exec(path)?.[1])]?.name;
      const does = severity === 'error' ? 'The request is refused' : 'Warning';
      const words = `${does}${name === undefined ? '' : ` because of ${name}`}: ${message}`;
      // The number of tools is not a separate problem.
      return [code === 'too-many-tools' ? code : JSON.stringify([code, name, path.replace(/^\/\d+/, '')]), words];
    }),
  );
}

function isStrict(tool: ProviderTool): boolean {
  if ('function' in tool) return tool.function.strict === true;
  return 'strict' in tool && tool.strict === true;
}
