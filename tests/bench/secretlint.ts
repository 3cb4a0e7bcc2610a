import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A text without what secretlint finds in it. */
export type SecretlintFilter = (text: string) => Promise<string>;

type LintSource = (request: object) => Promise<unknown>;

/**
 * Secretlint's recommended preset as a filter: every range that it names becomes `[REDACTED]`.
 *
 * It is installed in this folder alone, for the bench only; hence its types are not at hand.
 */
export async function loadSecretlint(): Promise<SecretlintFilter> {
  const require = createRequire(resolve('tests/bench/package.json'));
  const load = async (name: string): Promise<Record<string, unknown>> => {
    const loaded: unknown = await import(pathToFileURL(require.resolve(name)).href);
    if (typeof loaded !== 'object' || loaded === null) throw new Error(`${name} is no module.`);
    return { ...loaded };
  };
  const { lintSource } = await load('@secretlint/core');
  const { creator } = await load('@secretlint/secretlint-rule-preset-recommend');
  if (!isLintSource(lintSource)) throw new Error('Secretlint has no lintSource.');
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  return async (content) => {
    const source = { content, filePath: 'output.log', contentType: 'text', ext: '.log' };
    return cutOut(content, rangesOf(await lintSource({ source, options: { config } })));
  };
}

function isLintSource(value: unknown): value is LintSource {
  return typeof value === 'function';
}

type Span = readonly [start: number, end: number];

function rangesOf(result: unknown): Span[] {
  if (typeof result !== 'object' || result === null || !('messages' in result) || !Array.isArray(result.messages))
    throw new Error('Secretlint answered in another form.');
  return result.messages.map(({ range }: { readonly range: Span }) => range).toSorted(([a], [b]) => a - b);
}

function cutOut(text: string, ranges: readonly Span[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of ranges) {
    if (end <= done) continue;
    parts.push(text.slice(done, Math.max(start, done)), '[REDACTED]');
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
