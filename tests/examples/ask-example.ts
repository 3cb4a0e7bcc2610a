import { type Fields, type RecordedTurn, startRecordedProvider } from './recorded-provider.ts';
import { type ExampleEnd, type ExampleSettings, runExample } from './run-example.ts';

/** A token as GitHub makes them, which no model may see. */
export const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

/** The result of an example, and its messages to the model. */
export interface AskedEnd extends ExampleEnd {
  readonly requests: readonly Fields[];
  /** The messages to the model about its calls, by id. */
  readonly told: Readonly<Record<string, unknown>>;
}

/** The settings of an example whose model says what it is told to. */
export interface AskSettings extends Omit<ExampleSettings, 'args'> {
  readonly answers: readonly RecordedTurn[];
  /** Gets the provider's host and port, which Deno has to be told. */
  readonly args: (host: string) => readonly string[];
}

/** Runs an example with a provider of its own, which answers as scripted. */
export async function askExample({ answers, args, env, ...settings }: AskSettings): Promise<AskedEnd> {
  const provider = await startRecordedProvider('openai', answers);
  const { url, received, requests } = provider;
  try {
    const end = await runExample({
      ...settings,
      args: args(new URL(url).host),
      env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-of-the-test', MODEL: 'fake-model', ...env },
    });
    return { ...end, requests, told: Object.fromEntries(received.flat().map(({ id, text }) => [id, text])) };
  } finally {
    await provider.stop();
  }
}

/** The names of the tools that the model was offered. */
export function namesOffered({ requests }: AskedEnd): string[] {
  // As the tools of OpenAI are.
  const tools = requests[0]?.['tools'] as { function: { name: string } }[] | undefined;
  return (tools ?? []).map((tool) => tool.function.name);
}
