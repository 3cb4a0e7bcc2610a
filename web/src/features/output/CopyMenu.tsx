import { type ReactElement, useEffect, useState } from 'react';
import { copyText } from '../../components/copy-text.ts';
import { downloadText } from '../../components/download-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { Menu } from '../../components/Menu.tsx';
import type { CompiledOutput } from '../../document/compilation.ts';
import { toolNameIn } from '../../document/tool-name.ts';
import { usePage } from '../../page/page-context.ts';
import { countOf } from '../../text/words.ts';
import { useAsk } from '../../worker/use-answer.ts';
import type { OutputQuestion } from './compiled-tool.ts';
import { type ProgramKind, plainName } from './programs/program.ts';
import { outputFileName } from './shown-output.ts';

const PROGRAMS: readonly { readonly kind: ProgramKind; readonly label: string; readonly detail: string }[] = [
  { kind: 'typescript', label: 'TypeScript program', detail: "the provider's SDK" },
  { kind: 'python', label: 'Python program', detail: "the provider's SDK" },
  { kind: 'curl', label: 'curl', detail: 'one request' },
  { kind: 'settings', label: 'Client settings', detail: 'mcp.json' },
];

const ANSWER_TIME = 2000;

interface CopyMenuProps {
  readonly output: CompiledOutput;
  readonly question: OutputQuestion;
}

export function CopyMenu({ output, question }: CopyMenuProps): ReactElement {
  const { page, document, compilation } = usePage();
  const askProgram = useAsk('output-program');
  const askPrompt = useAsk('safety-prompt');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), ANSWER_TIME) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string, warning?: string): Promise<void> => {
    const isDone = await copyText(text);
    setCopied(isDone);
    if (!isDone) page.tell('The browser refused to copy. Choose Download to get a file.');
    else if (warning !== undefined) page.tell(warning);
  };
  const copyProgram = async (kind: ProgramKind): Promise<void> => {
    const outcome = await askProgram({ ...question, kind });
    if (outcome.ok) await copy(outcome.answer.text, outcome.answer.warning);
    else page.tell(`Nothing was copied. ${outcome.message}`);
  };
  const copyPrompt = async (): Promise<void> => {
    const outcome = await askPrompt(question);
    if (outcome.ok && outcome.answer.ok) await copy(outcome.answer.text);
    else page.tell('Nothing was copied. The safety prompt needs a document without errors.');
  };
  const absent = output.provider === 'mcp' ? 'curl' : 'settings';
  const programs = PROGRAMS.filter(({ kind }) => kind !== absent).map(({ kind, ...item }) => ({
    ...item,
    onChoose: () => void copyProgram(kind),
  }));
  const word = compilation.stale ? 'Copy last good' : 'Copy';
  const toolsFile = outputFileName(document.name, output.provider);
  // Programs look for the file with the tool's name.
  const toolFile = `${plainName(toolNameIn(question.text) ?? '')}.json`;
  return (
    <Menu
      label={word}
      look="primary"
      button={
        <>
          <Icon name={isCopied ? 'check' : 'copy'} />
          <span aria-live="polite">{isCopied ? 'Copied' : word}</span>
        </>
      }
      groups={[
        {
          title: word,
          items: [
            ...programs,
            { label: 'JSON', detail: countOf(output.tools, 'tool'), onChoose: () => void copy(output.text) },
            { label: 'Safety prompt', detail: 'for the system message', onChoose: () => void copyPrompt() },
            { label: 'atip commands', detail: 'for a shell', onChoose: () => void copyProgram('commands') },
          ],
        },
        {
          title: 'Download',
          items: [
            { label: 'Download tools', detail: toolsFile, onChoose: () => downloadText(toolsFile, output.text) },
            {
              label: 'Download document',
              detail: 'programs read it',
              onChoose: () => downloadText(toolFile, question.text),
            },
          ],
        },
      ]}
    />
  );
}
