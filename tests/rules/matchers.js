// How five agents hold a line against their rules, as their documentation says it; where that leaves a choice, the one that allows more.
import { parse } from 'unbash';

/** Makes the test of a file of rules: true for a line that runs unasked. */
export function createMatcher(format, text) {
  return MATCHERS[format](text);
}

const MATCHERS = { codex, 'claude-code': claudeCode, gemini, vscode, opencode };

/** Prefixes of argv; the strictest rule counts. A line is taken apart only where it holds plain words and `&&`, `||`, `;`, `|`. */
function codex(text) {
  const rules = [...text.matchAll(/^prefix_rule\(pattern=(\[.*\]), decision="(\w+)", justification=".*"\)$/gm)].map(
    ([, pattern, decision]) => ({ pattern: JSON.parse(pattern), decision }),
  );
  const byName = new Map();
  for (const rule of rules)
    for (const name of [rule.pattern[0]].flat()) byName.set(name, [...(byName.get(name) ?? []), rule]);
  const fits = ({ pattern }, words) => pattern.every((one, at) => [one].flat().includes(words[at]));
  return (line) => {
    if (/[`$(){}<>*?[\]~#!\\\n]|&(?!&)|&&&/.test(line.replaceAll(/"[^"$`\\]*"|'[^']*'/g, 'x'))) return false;
    const parts = commandsOf(line);
    return parts?.every(({ words, bare }) => {
      // With an assignment before it a line is not taken apart.
      if (/^\w+\+?=/.test(bare)) return false;
      const found = (byName.get(words[0]) ?? []).filter((rule) => fits(rule, words)).map(({ decision }) => decision);
      return found.includes('allow') && !found.includes('prompt') && !found.includes('forbidden');
    });
  };
}

/**
 * `*` is any text. Each part has to be allowed, redirects and some wrappers taken off; one that asks, in any form, goes before. The
 * files that redirects write are checked as edits are, wherever they stand, and are asked about.
 */
function claudeCode(text) {
  const { ask, allow } = JSON.parse(text).permissions;
  const pattern = (rule) => new RegExp(`^${escaped(rule.slice('Bash('.length, -1)).replaceAll('\\*', '[^]*')}$`);
  const [asks, exact, open] = [
    ask.map(pattern),
    new Set(allow.filter((rule) => !rule.includes('*')).map((rule) => rule.slice('Bash('.length, -1))),
    allow.filter((rule) => rule.includes('*')).map(pattern),
  ];
  return (line) => {
    const parts = commandsOf(line);
    if (!parts) return false;
    return parts.every(({ bare, whole, writes }) => {
      if (writes) return false;
      const form = bare.replace(/^(?:(?:timeout \S+|nice|nohup|time|stdbuf \S+|xargs) )+/, '');
      if ([whole, bare, form, line].some((one) => asks.some((rule) => rule.test(one)))) return false;
      return [bare, form].some((one) => exact.has(one) || open.some((rule) => rule.test(one)));
    });
  };
}

/** A rule has to allow the whole line, and then each part of it. Redirects are asked about. */
function gemini(text) {
  const rules = [...text.matchAll(/^commandRegex = '''(.*)'''\ndecision = "allow"$/gm)];
  const patterns = rules.map(([, one]) => new RegExp(`"command":"${one}`));
  const fits = (line) => {
    // Properties stand between NULs.
    const args = `{\0"command":${JSON.stringify(line)}\0}`;
    return patterns.some((rule) => rule.test(args));
  };
  return (line) => {
    const parts = commandsOf(line);
    if (!parts || !fits(line) || parts.some(({ isRedirected }) => isRedirected)) return false;
    return parts.every(({ bare }) => bare === line || fits(bare));
  };
}

/** Regular expressions of each part without its redirects, or of the whole line; one that says no goes before. */
function vscode(text) {
  const rules = Object.entries(JSON.parse(text)['chat.tools.terminal.autoApprove']).map(([key, value]) => ({
    pattern: new RegExp(key.slice(1, -1)),
    isAllowed: value === true || value.approve === true,
    isWhole: value.matchCommandLine === true,
  }));
  return (line) => {
    const parts = commandsOf(line);
    if (!parts) return false;
    const isRefused = ({ pattern, isAllowed, isWhole }) =>
      !isAllowed && (isWhole ? pattern.test(line) : parts.some(({ bare }) => pattern.test(bare)));
    if (rules.some(isRefused)) return false;
    const allowed = rules.filter(({ isAllowed, isWhole }) => isAllowed && !isWhole);
    return parts.every(({ bare }) => allowed.some(({ pattern }) => pattern.test(bare)));
  };
}

/** `*` and `?`; the last rule that fits each part counts, redirects included. */
function opencode(text) {
  const rules = Object.entries(JSON.parse(text).permission.bash);
  const exact = new Map();
  const globs = [];
  rules.forEach(([key, decision], at) => {
    if (/[*?]/.test(key)) {
      const pattern = new RegExp(`^${escaped(key).replaceAll('\\*', '[^]*').replaceAll('\\?', '[^]')}$`);
      globs.push({ pattern, decision, at });
    } else exact.set(key, { decision, at });
  });
  return (line) =>
    commandsOf(line)?.every(({ whole }) => {
      const found = [exact.get(whole), ...globs.filter(({ pattern }) => pattern.test(whole))].filter(Boolean);
      return found.sort((one, other) => other.at - one.at)[0]?.decision === 'allow';
    }) === true;
}

function escaped(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * The commands of a line, those in substitutions included; undefined for one that cannot be parsed. `bare`: without redirects,
 * assignments before it included. `writes`: some redirect around it or on it names a file other than /dev/null.
 */
export function commandsOf(line) {
  const script = parse(line);
  if ((script.errors ?? []).length > 0) return undefined;
  const found = [];
  const isRead = collect(script, line, [], found);
  return found.length === 0 || !isRead ? undefined : found;
}

/** @returns false where something in it cannot be parsed */
function collect(node, line, around, found) {
  if (typeof node !== 'object' || node === null) return true;
  if (Array.isArray(node)) return node.every((one) => collect(one, line, around, found));
  if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') {
    const inner = commandsOf(node.text.slice(node.text.startsWith('`') ? 1 : 2, -1));
    found.push(...(inner ?? []));
    return inner !== undefined;
  }
  const redirects = [...around, ...(node.type === 'Redirected' ? node.redirects : [])];
  if (node.type === 'Command') found.push(commandOf(node, line, redirects));
  // Parts of words are read when they are asked for.
  const parts = node.type === 'Word' ? [node.parts ?? []] : [];
  return [...Object.keys(node).map((key) => node[key]), ...parts].every((one) => collect(one, line, redirects, found));
}

function commandOf(node, line, around) {
  const own = node.redirects ?? [];
  let bare = line.slice(node.pos, node.end);
  for (const { pos, end } of [...own].sort((one, other) => other.pos - one.pos))
    bare = bare.slice(0, pos - node.pos) + bare.slice(end - node.pos);
  const words = [node.name, ...node.suffix.filter(({ type }) => type === 'Word')];
  const all = [...around, ...own];
  return {
    bare: bare.trim(),
    whole: line.slice(node.pos, node.end).trim(),
    words: words.flatMap((word) => word?.value ?? []),
    isRedirected: all.length > 0,
    writes: all.some(
      ({ operator, target }) => operator.includes('>') && !/^(?:\/dev\/null|[12])$/.test(target?.text ?? ''),
    ),
  };
}
