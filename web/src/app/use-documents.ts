import type { Dispatch } from 'react';
import type { Companion } from '../companion/companion.ts';
import type { Sample } from '../samples/index.ts';
import type { PlaygroundAction } from '../state/playground.ts';

export interface Documents {
  readonly openNew: () => void;
  readonly openSample: (sample: Omit<Sample, 'detail'>) => void;
  /** Opens what the companion knows of a tool. */
  readonly openTool: (name: string) => void;
}

/** The ways in which a document is opened; each can be undone. */
export function useDocuments(
  dispatch: Dispatch<PlaygroundAction>,
  { client, token }: Companion,
  tell: (message: string) => void,
): Documents {
  const open = (name: string, text: string, label: string): void => dispatch({ type: 'open', name, text, label });
  const openTool = async (name: string): Promise<void> => {
    if (token === undefined) return;
    const answer = await client.readTool(token, name);
    if (!answer.ok) return tell(`${answer.problem.title}: ${answer.problem.detail}`);
    open(`${name}.json`, `${JSON.stringify(answer.value.tool, null, 2)}\n`, `Opened ${name} from the companion`);
  };
  return {
    openNew: () => open('untitled.json', '', 'New document'),
    openSample: (sample) => open(sample.name, sample.text, `Opened the sample ${sample.title}`),
    openTool: (name) => void openTool(name),
  };
}
