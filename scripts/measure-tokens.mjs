// Counts the tokens of the first request for each way to offer commands: node scripts/measure-tokens.mjs [--provider NAME]
//
// Tokens of the compiled tools as JSON, counted by OpenAI's o200k_base, for all (`discrete`), `action` and `search`; for
// a provider with a tool search, of the part that it shows before it searches. Needs a build.
import { parseArgs } from 'node:util';
import { buildRequest, compile } from '@atip/core';
import { listShims, loadShim } from '@atip/shims';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const { values } = parseArgs({ options: { provider: { type: 'string', default: 'anthropic' } } });
const { provider } = values;
const NAMED = ['git', 'gh', 'docker', 'kubectl'];
const everything = await Promise.all(listShims().map((name) => loadShim(name)));

console.log(
  `${provider}\n\n| programs | all: tools, tokens | action: tools, tokens | search: tools, tokens | deferred: shown first |\n|---|---|---|---|---|`,
);
for (const name of NAMED) row(name, [await loadShim(name)]);
row('these four', await Promise.all(NAMED.map((name) => loadShim(name))));
row(`all ${everything.length}`, everything);

function row(label, tools) {
  const cells = ['discrete', 'action', 'search'].map((strategy) => {
    const compiled = compile(tools, provider, { strategy }).tools;
    return `${number(compiled.length)}, ${number(tokens(compiled))}`;
  });
  console.log(`| ${[label, ...cells, deferred(tools)].join(' | ')} |`);
}

/** The search tool, names and descriptions of namespaces, and tools that are not deferred. */
function deferred(tools) {
  const { tools: compiled, issues } = compile(tools, provider, { deferLoading: true });
  if (issues.some(({ code }) => code === 'not-deferred')) return 'none';
  const shown = buildRequest(provider, compiled, { documents: tools })
    .tools.filter((tool) => tool.defer_loading !== true)
    .map(({ tools: _members, ...tool }) => tool);
  return `${number(shown.length)}, ${number(tokens(shown))}`;
}

function tokens(value) {
  return countTokens(JSON.stringify(value));
}

function number(count) {
  return count.toLocaleString('en');
}
