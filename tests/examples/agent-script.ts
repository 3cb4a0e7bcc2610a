import { type CompileSettings, compile, selectCommands } from '@atip/core';
import { loadShim } from '@atip/shims';
import type { FakeAnswer, FakeCall } from './fake-provider.ts';

/** The compiled tools that each agent offers its model; `strict` where its SDK asks for strict schemas. */
export async function offeredTools(settings: CompileSettings = {}): Promise<readonly unknown[]> {
  const shim = await loadShim('git');
  if (!shim) throw new Error('There is no shim of git.');
  const git = selectCommands(shim, { commands: ['status', 'log', 'show', 'diff', 'clean', 'reset', 'push'] });
  return compile([git], 'openai', settings).tools;
}

/** A model that reads, then wants to destroy, then calls what does not exist, then smuggles options in. */
export const HARMFUL: readonly FakeAnswer[] = [
  [{ id: 'read', name: 'git_log', arguments: { 'max-count': 1, format: '%s' } }],
  [{ id: 'clean', name: 'git_clean', arguments: { force: true } }],
  [
    { id: 'push', name: 'git_push', arguments: { force: true } },
    { id: 'reset', name: 'git_reset', arguments: { hard: true } },
  ],
  [{ id: 'unknown', name: 'git_gc', arguments: {} }],
  [
    { id: 'value', name: 'git_log', arguments: { target: ['--output=smuggled.txt'] } },
    { id: 'option', name: 'git_log', arguments: { '--output': 'smuggled.txt', 'max-count': 1, format: '%s' } },
  ],
  // What a model writes must not paint on the terminal.
  '\u001B[2JDone.',
];

/** What stands on the agent's screen while it runs `HARMFUL` and nobody answers. */
export const HARMFUL_SCREEN = `
The model wants to run: "git" "clean" "--force"
  git_clean permanently destroys data.
Run it? [y/N] 
The model wants to run: "git" "push" "--force"
  git_push permanently destroys data.

The model wants to run: "git" "reset" "--hard"
  git_reset permanently destroys data.
Done.
`;

/** A call that deletes one of the untracked files. */
export function cleaning(id: string, file: string): FakeCall {
  return { id, name: 'git_clean', arguments: { force: true, pathspec: [file] } };
}

/** What stands on the screen of one question about `cleaning`. */
export function cleaningScreen(file: string): string {
  return `
The model wants to run: "git" "clean" "--force" "--" "${file}"
  git_clean permanently destroys data.
Run it? [y/N] `;
}
