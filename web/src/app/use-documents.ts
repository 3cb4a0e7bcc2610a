import type { Dispatch } from 'react';
import type { Companion } from '../companion/companion.ts';
import type { Sample } from '../samples/index.ts';
import type { PlaygroundAction } from '../state/playground.ts';

interface Documents {
  readonly openNew: () => void;
  readonly openSample: (sample: Omit<Sample, 'detail'>) => void;
  /** Opens what the companion knows of a tool. */
  readonly openTool: (name: string) => void;
}

/** The ways in which another document takes the place of this one; each can be undone. */
export function useDocuments(
  dispatch: Dispatch<PlaygroundAction>,
  { client, token }: Companion,
  tell: (message: string) => void,
): Documents {
  const replace = (name: string, text: string, label: string): void => dispatch({ type: 'replace', name, text, label });
  const openTool = async (name: string): Promise<void> => {
    if (token === undefined) return;
    const answer = await client.readTool(token, name);
    if (!answer.ok) return tell(`${answer.problem.title}: ${answer.problem.detail}`);
    replace(`${name}.json`, `${JSON.stringify(answer.value.tool, null, 2)}\n`, `Opened ${name} from the companion`);
  };
  return {
    openNew: () => replace('untitled.json', '', 'New document'),
    openSample: (sample) => replace(sample.name, sample.text, `Opened the sample ${sample.title}`),
    openTool: (name) => void openTool(name),
  };
}
