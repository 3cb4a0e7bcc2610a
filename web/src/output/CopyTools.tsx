import type { ReactElement } from 'react';
import { plainName } from '../document/tool-name.ts';
import { usePage } from '../page/page-context.ts';
import { copyText, downloadText } from '../parts/browser.ts';
import { CopyButton } from '../parts/controls.tsx';
import { Menu } from '../parts/Menu.tsx';
import { countOf } from '../text/words.ts';
import { useAsk } from '../worker/use-answer.ts';
import type { OutputSide } from './Output.tsx';

/** Copies the shown tools at once; the arrow has everything else that can be taken along. */
export function CopyTools({ source, output: { text, tools }, part }: OutputSide): ReactElement {
  const { page, document, compilation } = usePage();
  const askRequest = useAsk('output-request');
  const askPrompt = useAsk('safety-prompt');
  const isMcp = source.provider === 'mcp';
  const copy = async (noun: string, copied: string): Promise<void> =>
    page.tell((await copyText(copied)) ? `${noun} copied` : 'The browser refused to copy. Download gives you a file.');
  const copyAnswer = async (noun: string, ask: typeof askRequest | typeof askPrompt): Promise<void> => {
    const outcome = await ask(source);
    const answer = outcome.ok ? outcome.answer : outcome;
    if (answer.ok) await copy(noun, answer.text);
    else page.tell(`Nothing was copied. ${answer.message}`);
  };
  const item = (label: string, detail: string, choose: (label: string) => unknown) => {
    return { label, detail, onChoose: () => void choose(label) };
  };
  // `gh.json` for OpenAI → `gh.openai.json`.
  const file = `${plainName(document.name.replace(/\.json$/i, ''))}.${source.provider}.json`;
  const copies = [
    item(isMcp ? 'Client settings' : 'Whole request', isMcp ? 'mcp.json' : 'with a question', (noun) =>
      copyAnswer(noun, askRequest),
    ),
    item('Safety prompt', 'for the system message', (noun) => copyAnswer(noun, askPrompt)),
    item('Document', 'ATIP', (noun) => copy(noun, source.text)),
  ];
  if (!part.isWhole) copies.unshift(item(`All ${countOf(tools, 'tool')}`, '', () => copy('Tools', text)));
  const downloads = [item('Download tools', file, () => downloadText(file, text))];
  return (
    <span className="joined">
      <CopyButton primary label={compilation.stale ? 'Copy last good' : 'Copy'} text={() => part.text} />
      <Menu
        label="More to copy"
        look="primary"
        groups={[
          { title: 'Copy', items: copies },
          { title: 'Download', items: downloads },
        ]}
      />
    </span>
  );
}
