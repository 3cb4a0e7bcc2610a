import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../architecture/read-imports.ts';

const CORE = join(ROOT, 'packages/core/src');
const OWN = /'((?:oa|or|os|an|as|ge|br|mcp)-[a-z0-9-]+)'/g;
const COMMON = /'(dup-name(?:-case)?|tool-shape|not-json|not-unicode|too-deep|too-large|schema-[a-z]+)'/g;

/** Every code with which a list of tools can be found wrong, as the sources of the rules write it. */
export function collectRuleCodes(): string[] {
  const files = ['schema', 'providers', 'json/snapshot-value.ts'].flatMap((place) =>
    place.endsWith('.ts')
      ? [place]
      : readdirSync(join(CORE, place), { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`),
  );
  const texts = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(CORE, name), 'utf8'));
  const codes = texts.flatMap((text) => [...text.matchAll(OWN), ...text.matchAll(COMMON)].map(([, code = '']) => code));
  return [...new Set(codes)].sort();
}

/** The codes of losses, as their type lists them. */
export function collectLossCodes(): string[] {
  const text = readFileSync(join(CORE, 'compile/report-loss.ts'), 'utf8');
  const type = /export type LossCode =([^;]+);/.exec(text)?.[1] ?? '';
  return [...type.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code).sort();
}
