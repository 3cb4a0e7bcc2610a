import './output.css';
import { PROVIDERS } from '@atip/core';
import { estimateTokens, FACTS } from '@atip/core/internal';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { CompiledOutput, CompileSource, Result } from '../document/compilation.ts';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { useMonaco } from '../editor/use-monaco.ts';
import { type PanelProps, usePage } from '../page/page-context.ts';
import { Select, Switch } from '../parts/choices.tsx';
import { Button } from '../parts/controls.tsx';
import { PlainCode } from '../parts/PlainCode.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { CopyTools } from './CopyTools.tsx';
import { LinkedCode } from './LinkedCode.tsx';
import { Numbers } from './Numbers.tsx';
import { partOf } from './part.ts';

export function Output({ active }: PanelProps): ReactElement {
  const { compilation, document, headSlot } = usePage();
  const { result, stale } = compilation;
  const isFilled = result !== undefined && result.output.tools > 0;
  return (
    <div className="panel" data-part="output" data-revision={result?.revision ?? 0} data-stale={stale}>
      {active && headSlot && createPortal(<Providers />, headSlot)}
      {isFilled && <Tools key={document.id} result={result} active={active} />}
      {result === undefined && (compilation.issues.length > 0 || document.text.trim() === '') && (
        <p className="empty" role="status">
          The tools appear here as soon as the document has no errors. Problems lists them, and fixes what it can.
        </p>
      )}
      {result?.output.tools === 0 && (
        <p className="empty">
          This document has no commands, so there is nothing to send. Add one; the empty key stands for the tool itself:
          <code>{'"commands": { "": { "description": "Say hello" } }'}</code>
        </p>
      )}
    </div>
  );
}

function Providers(): ReactElement {
  const { copy, dispatch } = usePage();
  const { provider, beside } = copy;
  const others = PROVIDERS.filter((value) => value !== provider);
  return (
    <>
      <Select
        aria-label="Provider"
        options={PROVIDERS.map((value) => ({ value, label: PROVIDER_LABELS[value] }))}
        value={provider}
        onChoose={(value) => dispatch({ type: 'set', key: 'provider', value })}
      />
      <Select
        aria-label="Beside"
        hint="A second provider, to see the differences and which facts each one loses"
        options={[
          { value: 'none', label: 'beside …' },
          ...others.map((value) => ({ value, label: `beside ${PROVIDER_LABELS[value]}` })),
        ]}
        value={others.find((value) => value === beside) ?? 'none'}
        onChoose={(value) => dispatch({ type: 'set', key: 'beside', value: value === 'none' ? undefined : value })}
      />
    </>
  );
}

/** The output of one provider, as far as it is shown. */
export type OutputSide = NonNullable<ReturnType<typeof useSide>>;

function useSide(source: CompileSource | undefined, output: CompiledOutput | undefined, active: boolean) {
  const { command } = usePage();
  const health = useAnswer('output-health', active ? source : undefined);
  const part = useMemo(() => output && partOf(output, command?.pointer), [output, command]);
  // Of this very text.
  const known = health.last?.question === source ? health.last?.answer?.lost : undefined;
  const lost = useMemo(
    () =>
      known?.flatMap(({ offset: whole, words }) => {
        const offset = part?.toPart(whole);
        return offset === undefined ? [] : [{ words, offset }];
      }),
    [part, known],
  );
  if (source === undefined || output === undefined || part === undefined) return undefined;
  const label = `Tools for ${PROVIDER_LABELS[source.provider]}`;
  return { source, output, label, pointer: command?.pointer, part, health, lost };
}

function Tools({ result, active }: PanelProps & { readonly result: Result }): ReactNode {
  const { copy, dispatch, headSlot, command, setCommand } = usePage();
  const { source, output } = result;
  const { beside } = copy;
  const second = useMemo(
    () => (beside && beside !== source.provider ? { ...source, provider: beside } : undefined),
    [beside, source],
  );
  const { last } = useAnswer('compile', active ? second : undefined);
  const first = useSide(source, output, active);
  const other = useSide(second && last?.question, last?.answer.output, active);
  const monaco = useMonaco()?.monaco;
  if (first === undefined) return null;
  const sides = other ? [first, other] : [first];
  const name = visibleText(command?.name ?? '');
  const numbers = sides.map((side) => (
    <Numbers key={side.source.provider} {...side} title={other && PROVIDER_LABELS[side.source.provider]}>
      {side === first && FACTS[source.provider].hasStrict && (
        <Switch
          label="Strict"
          hint="The provider sends only calls that fit the schema"
          checked={copy.strict}
          onChange={(value) => dispatch({ type: 'set', key: 'strict', value })}
        />
      )}
    </Numbers>
  ));
  return (
    <section className="panel" aria-label={PROVIDER_LABELS[source.provider]}>
      {active && headSlot && createPortal(<CopyTools {...first} />, headSlot)}
      {command && (
        <div className="bar">
          <p role="status" className="grow">
            {first.part.isWhole
              ? `${name} is not in this output.`
              : `Only ${name}, ~${countOf(estimateTokens(first.part.text), 'token')}; the numbers below are of all.`}
          </p>
          <Button look="link" onClick={() => setCommand(undefined)}>
            Show all
          </Button>
        </div>
      )}
      {monaco ? (
        <>
          <div className="output-numbers">{numbers}</div>
          <LinkedCode key={sides.length} monaco={monaco} sides={sides} active={active} />
        </>
      ) : (
        sides.map(({ label, part, pointer }, index) => (
          <div key={`${label} ${pointer}`} className="panel">
            {numbers[index]}
            <PlainCode label={label} {...part} />
          </div>
        ))
      )}
    </section>
  );
}
