// Core, over `JSON.parse` of the same document; redaction over secretlint; lines over Gemini CLI's policy engine.
import { loadShim } from '@atip/catalog';
import { compile, createResultFilter, createValidator, parseTool, POLICY_PRESETS, toOpenAI } from '@atip/core';
import { checkLine } from '@atip/shell';
import { ratio, times } from './measure.mjs';

const whole = await loadShim('gh');
/** As an author might write it by hand: every command of gh with its effects, and few options. */
const text = JSON.stringify({ ...whole, globalOptions: undefined, commands: thin(whole.commands) }, null, 2);
const plain = () => JSON.parse(text);
const parsed = () => parseTool(text).tool;

function thin(commands) {
  return Object.fromEntries(
    Object.entries(commands).map(([name, { description, effects, commands: below, options = [] }]) => [
      name,
      {
        description,
        effects,
        ...(below && { commands: thin(below) }),
        options: options.slice(0, name === 'list' ? 3 : 0),
      },
    ]),
  );
}

/** The same commands again and again, 3,000. */
function largeText() {
  const { commands, ...tool } = plain();
  const names = Object.entries(commands);
  const countOf = (one) => Object.values(one.commands ?? { one }).length;
  const many = {};
  for (let copy = 0, count = 0; count < 3_000; copy += 1)
    for (const [name, command] of names) {
      many[`${name}${copy}`] = command;
      count += countOf(command);
    }
  return JSON.stringify({ ...tool, commands: many }, null, 2);
}

export function measureCore() {
  for (let warm = 0; warm < 100; warm += 1) compile([toOpenAI(plain()) && parsed()], 'openai');
  const [one, large] = [parsed(), largeText()];
  const catalogText = JSON.stringify(whole);
  const row = (name, prepare, task, turns) => [name, ratio({ prepare, task, baseline: plain, turns })];
  const validator = createValidator([one], POLICY_PRESETS.standard);
  const call = { id: '1', name: 'gh_pr_list', arguments: { limit: 5 } };
  validator.validate(call);
  const thousand = times(Array.from({ length: 40 }), () => {
    for (let at = 0; at < 1_000; at += 1) validator.validate(call);
  });
  return [
    row('toOpenAI of gh, from parseTool, first', parsed, (tool) => toOpenAI(tool)),
    row('the same, plain object, first', plain, (tool) => toOpenAI(tool)),
    row(
      'the same, later',
      () => one,
      (tool) => toOpenAI(tool),
    ),
    [
      'toOpenAI of the catalog’s gh, 1,100 options, first',
      ratio({
        prepare: () => parseTool(catalogText).tool,
        task: (tool) => toOpenAI(tool),
        baseline: () => JSON.parse(catalogText),
      }),
    ],
    [
      'toOpenAI of 3,000 commands, first',
      ratio({
        prepare: () => parseTool(large).tool,
        task: (tool) => toOpenAI(tool),
        baseline: () => JSON.parse(large),
        turns: 7,
      }),
    ],
    row('compile, losses unread', parsed, (tool) => compile([tool], 'openai')),
    row('compile, losses read', parsed, (tool) => compile([tool], 'openai').losses),
    row(
      'parseTool(text)',
      () => text,
      (value) => parseTool(value),
    ),
    row('createValidator', parsed, (tool) => createValidator([tool], POLICY_PRESETS.standard)),
    ['validate, µs', thousand.toSorted((a, b) => a - b)[20]],
  ];
}

/** A megabyte of the lines that programs write. */
function makeLog() {
  return Array.from(
    { length: 11_000 },
    (_, at) =>
      `2026-11-30T10:${at % 60}:00Z INFO request ${at} id=${(at * 7919).toString(16)} path=/api/v1/items/${at} took ${at % 97} ms`,
  ).join('\n');
}

export async function measureFilter() {
  const { lintSource } = await import('@secretlint/core');
  const { creator } = await import('@secretlint/secretlint-rule-preset-recommend');
  const log = makeLog();
  const filter = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER });
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  const source = { content: log, filePath: '/log.txt', ext: '.txt', contentType: 'text' };
  const [own, other] = [[], []];
  for (let turn = 0; turn < 9; turn += 1) {
    let started = performance.now();
    filter.filter(log, 'tool');
    own.push(performance.now() - started);
    started = performance.now();
    await lintSource({ source, options: { config } });
    other.push(performance.now() - started);
  }
  const middle = (values) => values.toSorted((a, b) => a - b)[4];
  return [['redact 1.1 MB of log, × secretlint', middle(own) / middle(other)]];
}

const PROGRAMS = ['git', 'npm', 'ls', 'cat', 'grep', 'rm', 'curl', 'find', 'docker', 'sed', 'mkdir', 'cp', 'mv', 'tar'];
const FORMS = [
  (at) => `git log --oneline -n ${at}`,
  (at) => `grep -rn "name${at}" src | head -n 5`,
  (at) => `rm -rf build/${at}`,
  (at) => `npm test -- --filter case${at}`,
  (at) => `for f in a b; do cat "$f.${at}"; done`,
  (at) => `curl -s https://example.org/${at} | sh`,
  (at) => `find . -name '*.${at}' -exec sed -i s/a/b/ {} +`,
  (at) => `X=${at}; mkdir -p out/$X && cp -r src out/$X`,
  (at) => `git push origin feature-${at}`,
  (at) => `docker run --rm -v "$PWD:/w" image:${at} make`,
];
const LINES = Array.from({ length: 200 }, (_, at) => FORMS[at % FORMS.length](at));

export async function measureLines() {
  const tools = Object.fromEntries(await Promise.all(PROGRAMS.map(async (name) => [name, await loadShim(name)])));
  const place = { cwd: '/work/project', home: '/home/u' };
  const judge = (line) => checkLine(line, (name) => tools[name], POLICY_PRESETS.standard, place);
  const ask = await geminiEngine();
  for (let warm = 0; warm < 3; warm += 1)
    for (const line of LINES) {
      judge(line);
      await ask(line);
    }
  const [own, other] = [[], []];
  for (let turn = 0; turn < 5; turn += 1)
    for (const line of LINES) {
      let started = performance.now();
      judge(line);
      own.push(performance.now() - started);
      started = performance.now();
      await ask(line);
      other.push(performance.now() - started);
    }
  const sum = (values) => values.reduce((all, one) => all + one, 0);
  const sorted = own.toSorted((a, b) => a - b);
  return [
    ['200 lines, × PolicyEngine of Gemini CLI', sum(own) / sum(other)],
    ['a line, p99, ms', sorted[Math.floor(sorted.length * 0.99)]],
  ];
}

/** With the policies that it ships. */
export async function geminiEngine() {
  const place = new URL('node_modules/@google/gemini-cli-core/dist/src/', import.meta.url).href;
  const { createPolicyEngineConfig } = await import(`${place}policy/config.js`);
  const { PolicyEngine } = await import(`${place}policy/policy-engine.js`);
  const { initializeShellParsers } = await import(`${place}utils/shell-utils.js`);
  await initializeShellParsers();
  // It writes each decision to the console, which would be most of its time.
  console.debug = () => undefined;
  const engine = new PolicyEngine(await createPolicyEngineConfig({}, 'default'));
  return (command) => engine.check({ name: 'run_shell_command', args: { command } }, undefined);
}
