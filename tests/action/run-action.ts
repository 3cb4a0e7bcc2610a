import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { asRecord } from '@atip/core/internal';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';

/** A step of the Action as it is written. */
export interface Step {
  readonly name: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  readonly condition?: string;
}

export const ACTION_TEXT: string = readFileSync(join(ROOT, 'action/action.yml'), 'utf8');
export const ACTION: Readonly<Record<string, unknown>> = asRecord(parse(ACTION_TEXT));

/** The steps of the Action, in order. */
export function actionSteps(): Step[] {
  const { steps } = asRecord(ACTION['runs']);
  return (Array.isArray(steps) ? steps : []).map((step) => {
    const { name, run, env, if: condition } = asRecord(step);
    const variables = Object.entries(asRecord(env)).map(([key, value]) => [key, String(value)]);
    return {
      name: String(name),
      run: String(run),
      env: Object.fromEntries(variables),
      ...(condition !== undefined && { condition: String(condition) }),
    };
  });
}

/** Packs for npm a package that starts the command line where it is built, because no registry has the packages that it needs. */
export function packCli(directory: string): string {
  const place = join(directory, 'package');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'atip.mjs'), `#!/usr/bin/env node\nimport ${JSON.stringify(pathToFileURL(ATIP).href)};\n`);
  const manifest = { name: 'atip', version: '0.1.0', type: 'module', bin: { atip: './atip.mjs' } };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  const packed = execFileSync('npm', ['pack', '--silent', `--pack-destination=${directory}`], { cwd: place });
  return join(directory, packed.toString().trim());
}

export interface RanStep {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the script of a step as GitHub's runner does, with the expressions of its variables replaced. */
export function runStep(
  { run, env }: Pick<Step, 'run' | 'env'>,
  given: Readonly<Record<string, string>>,
  { cwd, temporary, more = {} }: { cwd: string; temporary: string; more?: Readonly<Record<string, string>> },
): RanStep {
  const inputs = asRecord(ACTION['inputs']);
  const expression = (text: string): string =>
    text.replaceAll(/\$\{\{ (?:inputs\.)?(.+?) \}\}/g, (_all, name: string) => {
      const value = given[name] ?? asRecord(inputs[name])['default'];
      if (typeof value !== 'string') throw new Error(`Nothing is given for ${name}.`);
      return value;
    });
  const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expression(value)]));
  const script = join(temporary, 'step.sh');
  writeFileSync(script, run);
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: temporary,
      RUNNER_TEMP: temporary,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(temporary, 'summary.md'),
      GITHUB_REPOSITORY: 'me/notes',
      npm_config_cache: join(temporary, 'npm'),
      npm_config_offline: 'true',
      ...variables,
      ...more,
    },
  });
  return { code: status, stdout, stderr };
}
