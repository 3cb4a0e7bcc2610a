// `node scripts/measure-invocations.mjs FILE…`: what the policy `standard` decides about labelled command lines with the bundled shims.
//
// A FILE is JSON, a list of `{ "command" or "line": "git push -f", "label": "destructive" }`, or lines of `label<TAB>line`. Reads what is
// built: `npx tsc -b tsconfig.build.json`. A line is split at `|`, `&&`, `||`, `;` and `&` outside of quotes, and the strictest part
// counts; substitutions, redirections to files, loops and words that nobody knows are confirmed. With ATIP_ALL=1 each line that is
// decided otherwise than labelled is printed.
import { readFileSync } from 'node:fs';

const core = await import('../packages/core/dist/index.js');
const { argumentsOf, decideCall, effectsOf } = await import('../packages/core/dist/internal.js');
const { loadShim } = await import('../packages/shims/dist/index.js');

const HARMLESS = new Set(['safe', 'read', 'not-risky', 'not-dangerous', 'harmless']);
const DANGEROUS = new Set(['destructive', 'dangerous', 'risky', 'ask']);
const rows = process.argv.slice(2).flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.json'))
    return text
      .trim()
      .split('\n')
      .map((row) => ({ label: row.split('\t')[0], line: row.split('\t')[1] }));
  return JSON.parse(text).flatMap(({ command, line = command, label, unit = 'invocation', source }) =>
    unit === 'invocation' ? [{ line, label, source }] : [],
  );
});
const counts = new Map();
for (const { line, label, source = '' } of rows) {
  const kind = HARMLESS.has(label) ? 'harmless' : DANGEROUS.has(label) ? 'dangerous' : undefined;
  if (kind === undefined) continue;
  const { decision, why } = await judge(line);
  const key = `${kind}\t${decision}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  const isOdd = kind === 'harmless' ? decision !== 'allow' : decision === 'allow';
  if (isOdd && (process.env.ATIP_ALL || kind === 'dangerous'))
    console.log([kind, decision, line, why, source.slice(0, 40)].join('\t'));
}
for (const [key, count] of [...counts].sort()) console.log(`${key}\t${count}`);

async function judge(line) {
  const parts = partsOf(line);
  if (typeof parts === 'string') return { decision: 'confirm', why: parts };
  const judged = [];
  for (const part of parts) judged.push(await judgePart(part));
  return (
    judged.find(({ decision }) => decision === 'deny') ??
    judged.find(({ decision }) => decision === 'confirm') ?? { decision: 'allow' }
  );
}

async function judgePart(words) {
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) words = words.slice(1);
  if (words.length === 0) return { decision: 'allow' };
  const name = words[0].slice(words[0].lastIndexOf('/') + 1);
  const own = await loadShim(name, words[1]);
  const [tool, argv] = own ? [own, words] : [await loadShim('builtins'), ['builtins', ...words]];
  const { mapping, name: called, unknown, problems, ...reading } = core.readArgv(argv, tool ? [tool] : []);
  if (!mapping || unknown.length > 0) {
    const what = unknown.map(({ word, reason }) => `${argv[word]} ${reason}`);
    return {
      decision: 'confirm',
      why: `not understood: ${own ? [...problems, ...what].join('; ') : `nobody describes ${name}`}`,
    };
  }
  const args = argumentsOf(reading);
  const { decision, violations } = decideCall(
    { id: '1', name: called, arguments: args },
    mapping,
    args,
    core.POLICY_PRESETS.standard,
  );
  return {
    decision,
    why: violations.map(({ code, assumed }) => (assumed ? `${code}?` : code)).join(' '),
    effects: effectsOf(mapping, args),
  };
}

/** Lists of words, or why the line cannot be split here. */
function partsOf(line) {
  const parts = [[]];
  let word;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (char === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) return 'an open quote';
      word = (word ?? '') + line.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      word ??= '';
      for (at++; line[at] !== '"'; at++) {
        if (at >= line.length) return 'an open quote';
        if (line[at] === '`' || (line[at] === '$' && line[at + 1] === '(')) return 'a substitution';
        if (line[at] === '\\' && '"\\$`'.includes(line[at + 1])) at++;
        word += line[at];
      }
    } else if (char === '\\') word = (word ?? '') + (line[++at] ?? '');
    else if (
      char === '`' ||
      (char === '$' && line[at + 1] === '(') ||
      ((char === '<' || char === '>') && line[at + 1] === '(')
    )
      return 'a substitution';
    else if (char === '(' || char === ')' || char === '{') {
      if (char === '{') word = (word ?? '') + char;
      else return 'a group';
    } else if (char === '>' || char === '<') {
      const redirect = /^(?:>>?|<)(?:\s*(?:\/dev\/null|&\d))|^<\s*[\w./-]+/.exec(line.slice(at));
      if (!redirect) return 'a redirection';
      if (word !== undefined && !/^\d$/.test(word)) parts.at(-1).push(word);
      word = undefined;
      at += redirect[0].length - 1;
    } else if (/[|;&\n]/.test(char)) {
      if (word !== undefined) parts.at(-1).push(word);
      word = undefined;
      parts.push([]);
    } else if (/\s/.test(char)) {
      if (word !== undefined) parts.at(-1).push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (word !== undefined) parts.at(-1).push(word);
  return parts.filter((part) => part.length > 0);
}
