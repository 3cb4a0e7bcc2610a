import type { Provider } from '@atip/core';
import { type ReactElement, useMemo, useState } from 'react';
import { columnKey, columnTitle, type OutputColumn } from '../../state/output-columns.ts';
import { PROVIDER_ORDER, STRICT_PROVIDERS } from '../../state/providers.ts';
import { useAnswer } from '../use-answer.ts';
import type { Side, SourcesModel } from './use-sources.ts';
import { TextDiff } from './TextDiff.tsx';

interface OutputDiffProps {
  readonly active: boolean;
  readonly texts: SourcesModel['texts'];
  /** The header's. */
  readonly provider: Provider;
  /** Whether the sides are different documents; else different providers make the difference. */
  readonly differs: boolean;
}

const FORMS: readonly OutputColumn[] = PROVIDER_ORDER.flatMap((provider) => [
  { provider, settings: {} },
  ...(STRICT_PROVIDERS.includes(provider) ? [{ provider, settings: { strict: true } }] : []),
  { provider, settings: { strategy: 'action' as const } },
]);

/** What two providers, or one, are sent of the two sides. */
export function OutputDiff({ active, texts, provider, differs }: OutputDiffProps): ReactElement {
  const [chosen, setChosen] = useState<Readonly<Partial<Record<Side, OutputColumn>>>>({});
  const plain: OutputColumn = { provider, settings: {} };
  const other = PROVIDER_ORDER.find((one) => one !== provider && one !== 'openai-responses') ?? provider;
  const before = chosen.before ?? plain;
  const after = chosen.after ?? (differs ? plain : { provider: other, settings: {} });
  const [was, is] = [useOutput(active, texts.before.text, before), useOutput(active, texts.after.text, after)];
  const failure = [was, is].find((one) => one.message !== undefined)?.message;
  return (
    <>
      <div className="compare-row">
        <FormField label="Before, as sent to" form={before} onForm={(form) => setChosen({ ...chosen, before: form })} />
        <FormField label="After, as sent to" form={after} onForm={(form) => setChosen({ ...chosen, after: form })} />
      </div>
      {failure !== undefined && <p className="compare-refused">{failure}</p>}
      {was.text !== undefined && is.text !== undefined && (
        <TextDiff
          active={active}
          before={was.text}
          after={is.text}
          names={[`${texts.before.name} for ${columnTitle(before)}`, `${texts.after.name} for ${columnTitle(after)}`]}
        />
      )}
    </>
  );
}

function useOutput(
  active: boolean,
  text: string,
  { provider, settings }: OutputColumn,
): { readonly text?: string; readonly message?: string } {
  const key = columnKey({ provider, settings });
  // The same choice is a new object each time; its key says whether it is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for provider and settings.
  const question = useMemo(() => ({ text, provider, settings }), [text, key]);
  const { last, failure } = useAnswer('output-column', active ? question : undefined);
  if (failure !== undefined) return { message: failure };
  if (last === undefined) return {};
  return last.answer.ok ? { text: last.answer.output.text } : { message: last.answer.message };
}

interface FormFieldProps {
  readonly label: string;
  readonly form: OutputColumn;
  readonly onForm: (form: OutputColumn) => void;
}

function FormField({ label, form, onForm }: FormFieldProps): ReactElement {
  return (
    <label className="compare-label">
      <span>{label}</span>
      <select
        className="field"
        value={columnKey(form)}
        onChange={(event) => {
          const found = FORMS.find((one) => columnKey(one) === event.target.value);
          if (found) onForm(found);
        }}
      >
        {FORMS.map((one) => (
          <option key={columnKey(one)} value={columnKey(one)}>
            {columnTitle(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
