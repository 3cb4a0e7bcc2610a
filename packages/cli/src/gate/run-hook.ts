import { resolve } from 'node:path';
import { createLineJudge, type LoadedConfiguration, loadConfiguration } from '@atip/node';
import { escapeUnseen, isRecord } from '@atip/core/internal';
import { describeEffects, parseJson, rememberFetched } from '@atip/node/internal';
import type { LineCheck, PartCheck } from '@atip/shell';
import type { CliHost } from '../cli-host.ts';
import { AGENT_HOOKS, type AgentHook, type HookAnswer, sessionOf } from './agents.ts';
import { type JudgedLine, recordLine, recordUnread } from './record-line.ts';

/** The process of a hook, and the way to read the configuration for the directory of a line. Absent: what is in its files. */
type Hooked = Pick<CliHost, 'env' | 'cwd' | 'stdin'> & {
  readonly configure?: (cwd: string) => Promise<LoadedConfiguration>;
};

/** Ms after which the gate gives up and asks: below the time limits of agents, which run the line when theirs expires. */
const LIMIT = 8_000;
/** Bytes of a question; agents send some hundred. */
const MAX_QUESTION = 8_388_608;
/** Characters of a reason; agents show it in a dialogue. */
const MAX_REASON = 600;

/**
 * Answers the question of an agent's hook about one line, in the agent's own form.
 *
 * Fails closed: when we cannot read, decide or finish in time, the answer is "ask", or "block" if the agent cannot ask.
 *
 * The answer is about the files and links of this moment. The agent runs the line later, without asking again, so we do
 * not see what another program changes until then. `atip run --line` and the MCP tool `run_line` look again before they
 * run a line.
 */
export async function answerHook(agent: string, host: Hooked, limit: number = LIMIT): Promise<HookAnswer> {
  const hook = Object.hasOwn(AGENT_HOOKS, agent) ? AGENT_HOOKS[agent] : undefined;
  if (!hook) {
    const stderr = `atip: no hook is known for ${JSON.stringify(agent)}. Known: ${Object.keys(AGENT_HOOKS).join(', ')}.\n`;
    return { stdout: '', stderr, exitCode: 2 };
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Said>((resolve) => {
    timer = setTimeout(() => resolve({ reason: 'atip could not decide in time.' }), limit);
  });
  const said = await Promise.race([decide(agent, hook, host), late]).catch((error: unknown) => ({
    reason: `atip cannot decide: ${error instanceof Error ? error.message : String(error)}`,
  }));
  clearTimeout(timer);
  if (said === undefined) return hook.silence;
  const { reason, question, judged }: Said = said;
  await (judged ? recordLine(judged, host.env, agent) : recordUnread(reason, host, agent));
  return hook.answer(judged?.check.decision ?? 'confirm', reason, question);
}

/** An answer for the agent and its person. Without a judged line it is a question. */
interface Said {
  readonly reason: string;
  /** As read. Absent: we could decide nothing. */
  readonly question?: Readonly<Record<string, unknown>> | undefined;
  readonly judged?: JudgedLine | undefined;
}

/** @returns undefined: the agent asks about another tool */
async function decide(agent: string, hook: AgentHook, host: Hooked): Promise<Said | undefined> {
  const question = await readQuestion(host.stdin);
  const asked = question && hook.read(question);
  if (asked === null) return undefined;
  if (!question || !asked)
    return { reason: 'atip cannot read the question of this agent. Its version may be unsupported.' };
  if (asked.isPowerShell) return { reason: 'atip reads lines for bash; this one is for PowerShell.', question };
  const root = asked.cwd ?? host.cwd;
  const { configure = (at) => loadConfiguration({ env: host.env, cwd: at }) } = host;
  const configuration = await configure(root);
  const broken = configuration.problems.find(({ severity }) => severity === 'error');
  // We do not know which lines it would deny: tell an agent that cannot ask to stop.
  if (broken) return { reason: `The configuration is refused. ${broken.file}: ${broken.message}` };
  const place = { cwd: resolve(root, asked.inside ?? ''), root };
  const session = sessionOf(agent, question, host.env);
  const judging = { env: host.env, ...place, session, configuration };
  const check = rememberFetched(await createLineJudge(judging)(asked.line), judging);
  // An agent that cannot ask has to block what nobody has judged.
  const isJudged = !check.problems.some(({ code }) => code === 'TOO_SLOW');
  const judged = { line: asked.line, check, configuration, ...place, session: session.id };
  return { reason: reasonOf(check), question: isJudged ? question : undefined, judged };
}

async function readQuestion(stdin: AsyncIterable<Uint8Array>): Promise<Readonly<Record<string, unknown>> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    if (size > MAX_QUESTION) return undefined;
    chunks.push(chunk);
  }
  const value = parseJson(Buffer.concat(chunks).toString('utf8'));
  return isRecord(value) ? value : undefined;
}

/** Sentences for the person who is asked and for the model. */
function reasonOf(check: LineCheck): string {
  const { decision, reasons } = check;
  if (decision === 'allow') return `atip: ${letThrough(check)}.`;
  const text = reasons.length === 0 ? 'atip: the policy asks about it.' : `atip: ${reasons.join(' ')}`;
  return text.length > MAX_REASON ? `${text.slice(0, MAX_REASON - 1)}…` : text;
}

/** Characters of what was let through, and names for one effect. */
const MAX_LET_THROUGH = 190;
const MAX_NAMES = 4;

/** The effects of an allowed line's parts, by their documents: `may only read (ls, cat); may run this project's code (npm test)`. */
function letThrough({ parts }: LineCheck): string {
  const names = new Map<string, Set<string>>();
  for (const part of parts) {
    const words = wordsOf(part);
    names.set(words, (names.get(words) ?? new Set()).add(nameOf(part)));
  }
  const text = [...names].map(([words, all]) => {
    const [shown, rest] = [[...all].slice(0, MAX_NAMES), all.size - MAX_NAMES];
    return `${words} (${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
  });
  const whole = text.join('; ') || 'it starts nothing';
  return whole.length > MAX_LET_THROUGH ? `${whole.slice(0, MAX_LET_THROUGH - 1)}…` : whole;
}

function wordsOf({ rule, effects }: PartCheck): string {
  if (rule?.startsWith('rules/') === true) return 'allowed by a rule of yours';
  const project = effects['x-runs'] === 'project' ? ["run this project's code"] : [];
  const stated = describeEffects([effects]);
  if (stated !== 'not stated') return `may ${[...project, stated].join(', ')}`;
  return project.length > 0 ? `may ${project.join()}` : 'may have effects that its document does not state';
}

function nameOf({ tool, command = [], program, words, files }: PartCheck): string {
  const name =
    tool === undefined || tool === 'builtins'
      ? (program ?? words[0]?.text ?? 'the shell itself')
      : [tool, ...command].join(' ');
  // The file whose code runs.
  const file = files && words.slice(1).find(({ text }) => files.some((one) => isNamed(one, text)));
  return escapeUnseen(file ? `${name} ${file.text}` : name);
}

function isNamed(file: string, word: string): boolean {
  const name = word.replace(/^(?:--?[\w-]+=)?(?:\.\/)*/, '');
  return name !== '' && (file === name || file.endsWith(`/${name}`));
}
