import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { HeldSettings, QuestionSettings } from './run-question.ts';

/** Settings under which a program may be asked, or why it may not. */
export type SettledSandbox<Settings> =
  | { readonly held: Settings & HeldSettings; readonly problem?: undefined }
  | { readonly problem: string; readonly held?: undefined };

/**
 * Decides what holds a program while it is asked: the sandbox of the caller, one that is made here, or nothing where the
 * caller says `off`. Where no sandbox works there is a problem.
 */
export async function settleSandbox<Settings extends QuestionSettings>(
  settings: Settings,
): Promise<SettledSandbox<Settings>> {
  const sandbox = settings.sandbox ?? (await createSandbox({ env: settings.env }));
  if (sandbox === 'off' || sandbox.status.available) return { held: { ...settings, sandbox } };
  const why = sandbox.status.reason === undefined ? '' : ` ${sandbox.status.reason}`;
  return {
    problem: `No sandbox works here to ask it in.${why} With the sandbox off it runs with all that you may do.`,
  };
}
