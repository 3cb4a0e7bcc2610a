import { createResultFilter, DEFAULT_REDACT_PATTERNS, stripTerminalSequences } from '@atip/core';
import { atLeast, type Ratio } from './ratio.ts';
import { logOfJson, logOfKinds, logWithoutLineEnds, oneByte, plantSecrets } from './redact-logs.ts';
import { timeTasks } from './time-tasks.ts';

const TEN_MB = 10_000_000;

/** The eleven patterns of the specification, one after the other over the whole text. */
function replaceInTurn(text: string): string {
  return DEFAULT_REDACT_PATTERNS.reduce((current, pattern) => current.replace(pattern, '[REDACTED]'), text);
}

/**
 * Redacting a log with every built-in rule (the whole of it, and as a tool's result of the usual length) against replacing the
 * specification's patterns in turn; the same for logs of other kinds. More is better.
 */
export async function redactBench(): Promise<Ratio[]> {
  const mixed = plantSecrets(logOfKinds(TEN_MB), 190);
  const whole = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER });
  const usual = createResultFilter([]);
  const naive = () => replaceInTurn(mixed);
  const [byPatterns = 0, all = 0, cut = 0] = await timeTasks(
    { naive, all: () => whole.filter(mixed, 'tool'), cut: () => usual.filter(mixed, 'tool') },
    1500,
  );
  const ratios = [
    atLeast(6, 'redact 10 MB, default options (cut at 100,000)', byPatterns / cut, detail(cut, byPatterns)),
    atLeast(2.5, 'redact 10 MB, every rule, nothing cut', byPatterns / all, detail(all, byPatterns)),
  ];
  const others: readonly (readonly [string, string, number])[] = [
    ['the same without secrets', logOfKinds(TEN_MB), 2.5],
    ['JSON', plantSecrets(logOfJson(TEN_MB), 190), 2.5],
    ['no line ends', logWithoutLineEnds(TEN_MB), 2.5],
    ['Cyrillic and Chinese', plantSecrets(logOfKinds(TEN_MB, ['Готово: ', '完成：', 'обработано ']), 190), 2.5],
    // Each of its places may be the start of a key: the worst there is, and still linear.
    ['1 MB of "a"', oneByte('a'.repeat(1_000_000)), 0.25],
    // The patterns get it without the colours, which they cannot see through.
    ['in colours', logOfKinds(TEN_MB, ['\u001b[32mINFO\u001b[0m ']), 1],
  ];
  for (const [name, text, bound] of others) {
    const plain = stripTerminalSequences(text);
    const [patterns = 0, filter = 0] = await timeTasks(
      { naive: () => replaceInTurn(plain), filter: () => whole.filter(text, 'tool') },
      600,
    );
    ratios.push(atLeast(bound, `redact every rule, nothing cut: ${name}`, patterns / filter, detail(filter, patterns)));
  }
  return ratios;
}

function detail(filter: number, patterns: number): string {
  return `${filter.toFixed(1)} ms against ${patterns.toFixed(1)} ms`;
}
