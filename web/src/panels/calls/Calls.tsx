import { type AtipTool, EXECUTION_POLICY_DEFAULTS, flattenCommands, type Provider, type ToolCall } from '@atip/core';
import { type ReactElement, useMemo, useState } from 'react';
import type { Companion } from '../../companion/companion.ts';
import { Choice } from '../../components/Choice.tsx';
import type { FormValues } from '../../state/call-form.ts';
import { callFromForm } from '../../state/call-form.ts';
import { inspectCall } from '../../state/inspect-call.ts';
import { readResponse } from '../../state/read-response.ts';
import { FillForm } from './FillForm.tsx';
import { PasteResponse } from './PasteResponse.tsx';
import { RunSection } from './RunSection.tsx';
import { Stages } from './Stages.tsx';

type Way = 'paste' | 'fill';

const WAYS = [
  { value: 'paste', label: 'Paste a response' },
  { value: 'fill', label: 'Fill in arguments' },
] as const;

interface CallsProps {
  readonly tool: AtipTool | undefined;
  readonly provider: Provider;
  readonly companion: Companion;
  readonly onCompanion: () => void;
}

/** One model's call: from its response to the exact command line, and through the companion to its result. */
export function Calls({ tool, ...running }: CallsProps): ReactElement {
  const { provider } = running;
  const [way, setWay] = useState<Way>('paste');
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const [name, setName] = useState<string>();
  const [values, setValues] = useState<FormValues>({});
  const commands = useMemo(() => (tool === undefined ? [] : flattenCommands(tool)), [tool]);
  const response = useMemo(() => readResponse(provider, text), [provider, text]);
  const command = commands.find((candidate) => candidate.name === name) ?? commands[0];
  const call = useMemo((): ToolCall | undefined => {
    if (way === 'fill') return command && callFromForm(command, values);
    return response.kind === 'calls' ? (response.calls[index] ?? response.calls[0]) : undefined;
  }, [way, command, values, response, index]);
  const inspection = useMemo(
    () => (call === undefined || tool === undefined ? undefined : inspectCall(call, tool, EXECUTION_POLICY_DEFAULTS)),
    [call, tool],
  );
  return (
    <div className="panel pane-body calls" data-part="calls">
      {tool === undefined || command === undefined ? (
        <p className="empty">Calls need a document that compiles to at least one command.</p>
      ) : (
        <>
          <Choice label="Where the call comes from" name="way" options={WAYS} value={way} onChoose={setWay} />
          {way === 'paste' ? (
            <PasteResponse
              provider={provider}
              example={command}
              text={text}
              response={response}
              index={index}
              onText={(next) => {
                setText(next);
                setIndex(0);
              }}
              onChoose={setIndex}
            />
          ) : (
            <FillForm
              commands={commands}
              command={command}
              values={values}
              onCommand={(next) => {
                setName(next);
                setValues({});
              }}
              onValues={setValues}
            />
          )}
          {inspection && <Stages inspection={inspection} />}
          {inspection && <RunSection inspection={inspection} toolName={tool.name} {...running} />}
        </>
      )}
    </div>
  );
}
