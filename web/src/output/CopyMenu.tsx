import { type ReactElement, useEffect, useState } from 'react';
import { copyText } from '../components/copy-text.ts';
import { downloadText } from '../components/download-text.ts';
import { Icon } from '../components/Icon.tsx';
import { Menu } from '../components/Menu.tsx';
import type { CompiledOutput, CompileSource } from '../document/compilation.ts';
import { plainName, toolNameIn } from '../document/tool-name.ts';
import { usePage } from '../page/page-context.ts';
import { countOf } from '../text/words.ts';
import { useAsk } from '../worker/use-answer.ts';

const ANSWER_TIME = 2000;

interface CopyMenuProps {
  readonly output: CompiledOutput;
  readonly question: CompileSource;
}

export function CopyMenu({ output, question }: CopyMenuProps): ReactElement {
  const { page, document, compilation } = usePage();
  const askRequest = useAsk('output-request');
  const askPrompt = useAsk('safety-prompt');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), ANSWER_TIME) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string): Promise<void> => {
    const isDone = await copyText(text);
    setCopied(isDone);
    if (!isDone) page.tell('The browser refused to copy. Choose Download to get a file.');
  };
  const copyRequest = async (): Promise<void> => {
    const outcome = await askRequest(question);
    if (outcome.ok) await copy(outcome.answer);
    else page.tell(`Nothing was copied. ${outcome.message}`);
  };
  const copyPrompt = async (): Promise<void> => {
    const outcome = await askPrompt(question);
    if (outcome.ok && outcome.answer.ok) await copy(outcome.answer.text);
    else page.tell('Nothing was copied. The safety prompt needs a document without errors.');
  };
  const word = compilation.stale ? 'Copy last good' : 'Copy';
  // `gh.json` for OpenAI → `gh.openai.json`.
  const toolsFile = `${plainName(document.name.replace(/\.json$/i, ''))}.${output.provider}.json`;
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
            { label: 'JSON', detail: countOf(output.tools, 'tool'), onChoose: () => void copy(output.text) },
            output.provider === 'mcp'
              ? { label: 'Client settings', detail: 'mcp.json', onChoose: () => void copyRequest() }
              : { label: 'Request', detail: 'with a question, as JSON', onChoose: () => void copyRequest() },
            { label: 'Safety prompt', detail: 'for the system message', onChoose: () => void copyPrompt() },
          ],
        },
        {
          title: 'Download',
          items: [
            { label: 'Download tools', detail: toolsFile, onChoose: () => downloadText(toolsFile, output.text) },
            { label: 'Download document', detail: toolFile, onChoose: () => downloadText(toolFile, question.text) },
          ],
        },
      ]}
    />
  );
}
