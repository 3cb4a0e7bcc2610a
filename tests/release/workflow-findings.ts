/** A workflow file, as far as the rules look at it; everything is checked before it is believed. */
type Fields = Readonly<Record<string, unknown>>;

/** Actions of the forge itself, which may be named by version. Everybody else's is named by commit: a tag can be moved. */
const FIRST_PARTY = /^actions\/[a-z-]+@v\d+(?:\.\d+\.\d+)?$/;
const BY_COMMIT = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/** Texts that somebody else may have chosen: a branch, a title, a message. In a shell line they would be code. */
const EXPRESSION = /\$\{\{/;

/**
 * What is wrong with a workflow, as one line each; none is good.
 *
 * The rules: rights are named, at the top or for each job, and writing ones per job only; nothing starts on `pull_request_target`, which gives a stranger's
 * code our secrets; actions are pinned; no `${{ … }}` in a shell line; every job has a time limit; a job that may write keeps no credentials of the checkout;
 * what is asked of npm exists; a job in a container makes the checkout its own before anything else runs, since git refuses to work in a stranger's.
 *
 * @param workflow as its YAML says
 * @param scripts names of the root's npm scripts
 */
export function workflowFindings(workflow: unknown, scripts: ReadonlySet<string>): readonly string[] {
  const { permissions, jobs, on } = fields(workflow);
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(fields(on));
  const findings: string[] = [];
  if (events.includes('pull_request_target')) findings.push('starts on pull_request_target');
  if (permissions === undefined) findings.push('does not say its permissions');
  if (isWriting(permissions)) findings.push('lets every job write');
  for (const [name, job] of Object.entries(fields(jobs)))
    findings.push(...jobFindings(fields(job), scripts).map((finding) => `${name}: ${finding}`));
  return findings;
}

function jobFindings(job: Fields, scripts: ReadonlySet<string>): readonly string[] {
  const steps = Array.isArray(job['steps']) ? job['steps'].map(fields) : [];
  const limit = typeof job['timeout-minutes'] === 'number' ? [] : ['has no time limit'];
  const all = job['permissions'] === 'write-all' ? ['may write everything'] : [];
  const kept = isWriting(job['permissions']) ? steps.filter(keepsCredentials).map(() => 'keeps credentials') : [];
  const [first] = steps.filter(({ run }) => run !== undefined);
  const isForeign = job['container'] !== undefined && !String(first?.['run']).startsWith('chown -R ');
  const foreign = isForeign ? ['works in a checkout of another owner'] : [];
  return [...limit, ...all, ...kept, ...foreign, ...steps.flatMap((step) => stepFindings(step, scripts))];
}

function keepsCredentials({ uses, with: settings }: Fields): boolean {
  return String(uses).startsWith('actions/checkout@') && fields(settings)['persist-credentials'] !== false;
}

function stepFindings({ uses, run }: Fields, scripts: ReadonlySet<string>): readonly string[] {
  if (typeof uses === 'string') return FIRST_PARTY.test(uses) || BY_COMMIT.test(uses) ? [] : [`${uses} is not pinned`];
  if (typeof run !== 'string') return ['has a step that does nothing'];
  const named = [...run.matchAll(/\bnpm (?:run(?:-script)?(?: --silent)? ([\w:-]+)|(test|start)\b)/g)];
  const unknown = named.map(([, script, short]) => script ?? short ?? '').filter((script) => !scripts.has(script));
  return [
    ...(EXPRESSION.test(run) ? [`puts an expression into a shell line: ${run}`] : []),
    ...unknown.map((script) => `asks for npm run ${script}, which does not exist`),
  ];
}

function isWriting(permissions: unknown): boolean {
  return permissions === 'write-all' || Object.values(fields(permissions)).includes('write');
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
