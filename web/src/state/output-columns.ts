/** The columns of the output beside the first one, which is the header's provider. */
import type { CompileSettings, Provider } from '@atip/core';
import { isProvider, PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from './providers.ts';

export interface OutputColumn {
  readonly provider: Provider;
  /** Only what differs from the defaults and applies to the provider. */
  readonly settings: CompileSettings;
}

/** Where a variant differs from the plain output, in words, for each value that does. */
const VARIANT_WORDS = {
  strict: { true: 'strict' },
  globalOptions: { all: 'all global options', none: 'no global options' },
  examples: { true: 'with examples' },
  strategy: { action: 'a tool per group' },
  geminiSchema: { 'json-schema': 'JSON Schema' },
} as const satisfies Readonly<Record<keyof CompileSettings, object>>;

const SETTINGS = ['strict', 'globalOptions', 'examples', 'strategy', 'geminiSchema'] as const;

/** Columns at most; more than one screen of them nobody compares. */
export const MOST_COLUMNS = 8;

/** `"OpenAI, strict, with examples"` */
export function columnTitle({ provider, settings }: OutputColumn): string {
  const words = SETTINGS.flatMap((name) => wordOf(name, settings) ?? []);
  return [PROVIDER_LABELS[provider], ...words].join(', ');
}

function wordOf(name: (typeof SETTINGS)[number], settings: CompileSettings): string | undefined {
  return Object.entries(VARIANT_WORDS[name]).find(([value]) => value === String(settings[name]))?.[1];
}

/** Settings without what is a default or does not apply to the provider, so that equal outputs have equal settings. */
export function tidySettings(provider: Provider, settings: CompileSettings): CompileSettings {
  const { strict, globalOptions = 'required', examples, strategy = 'discrete', geminiSchema = 'openapi' } = settings;
  return {
    ...(strict === true && STRICT_PROVIDERS.includes(provider) && { strict }),
    ...(globalOptions !== 'required' && { globalOptions }),
    ...(examples === true && { examples }),
    ...(strategy !== 'discrete' && { strategy }),
    ...(geminiSchema !== 'openapi' && provider === 'gemini' && { geminiSchema }),
  };
}

/** Tells columns apart: columns with one key show the same. */
export function columnKey({ provider, settings }: OutputColumn): string {
  return [
    provider,
    ...SETTINGS.flatMap((name) => (settings[name] === undefined ? [] : `${name}=${settings[name]}`)),
  ].join(' ');
}

/** The columns with one more at the end; the same where it is there already or there are as many as can be. */
export function withColumn(columns: readonly OutputColumn[], column: OutputColumn): readonly OutputColumn[] {
  const tidy = { provider: column.provider, settings: tidySettings(column.provider, column.settings) };
  const isThere = columns.some((other) => columnKey(other) === columnKey(tidy));
  return isThere || columns.length + 1 >= MOST_COLUMNS ? columns : [...columns, tidy];
}

/** One plain column for each provider but the one that stands first. */
export function allProviders(first: Provider): readonly OutputColumn[] {
  return PROVIDER_ORDER.filter((provider) => provider !== first).map((provider) => ({ provider, settings: {} }));
}

/** Columns without those that would say the same as the first one. */
export function besides(columns: readonly OutputColumn[], first: OutputColumn): readonly OutputColumn[] {
  return columns.filter((column) => columnKey(column) !== columnKey(first));
}

/** Columns as they are kept between visits; what is not understood is left out. */
export function readColumns(stored: string | null): readonly OutputColumn[] {
  const values = parse(stored);
  return values.reduce<readonly OutputColumn[]>((columns, value) => {
    if (typeof value !== 'object' || value === null || !('provider' in value)) return columns;
    const { provider } = value;
    if (typeof provider !== 'string' || !isProvider(provider)) return columns;
    const settings = 'settings' in value && typeof value.settings === 'object' ? value.settings : null;
    return withColumn(columns, { provider, settings: readSettings(settings ?? {}) });
  }, []);
}

function parse(stored: string | null): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Only values that are known pass, so that the result is what its type says. */
function readSettings(value: object): CompileSettings {
  const fields = new Map<string, unknown>(Object.entries(value));
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((known) => known === fields.get(name));
  const [globalOptions, strategy] = [one('globalOptions', ['all', 'none']), one('strategy', ['action'])];
  const geminiSchema = one('geminiSchema', ['json-schema']);
  return {
    strict: fields.get('strict') === true,
    examples: fields.get('examples') === true,
    ...(globalOptions && { globalOptions }),
    ...(strategy && { strategy }),
    ...(geminiSchema && { geminiSchema }),
  };
}
