import type { PolicyRule } from '@atip/core';
import { stated } from '@atip/core/internal';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import type { PlainPolicy } from '../document/working-copy.ts';
import { usePage } from '../page/page-context.ts';
import { Choice, Select } from '../parts/choices.tsx';
import { Disclosure } from '../parts/content.tsx';
import { Button, CopyButton } from '../parts/controls.tsx';
import { visibleText } from '../text/visible-text.ts';
import type { Subject } from '../worker/subject.ts';
import { useAnswer } from '../worker/use-answer.ts';
import {
  CHOICES,
  DECIDED,
  decisionOf,
  policyProblems,
  presetOf,
  PRESETS,
  ruleIn,
  ruleLine,
  SETTINGS,
  withDecision,
  withRule,
} from './policy-words.ts';

const NONE: PlainPolicy = {};

/** The page's policy. A change takes effect at once; its label names it in the message with Undo. */
export function usePolicy() {
  const { copy, dispatch } = usePage();
  const change = (value: PlainPolicy, label: string): void =>
    dispatch({ type: 'set', key: 'policy', value, label: `Policy: ${label}` });
  return { policy: copy.policy ?? NONE, change };
}

interface SubjectProps {
  readonly subject: Subject | undefined;
}

/** The preset and the rules; everything else is folded. */
export function PolicyEditor({ subject }: SubjectProps): ReactElement {
  const { policy, change } = usePolicy();
  const { rules, network } = policy;
  const preset = presetOf(policy);
  const problems = policyProblems(policy);
  const isSound = problems.length === 0;
  return (
    <div className="stack apart">
      <div className="stack">
        <div className="row">
          Preset
          <Select
            aria-label="Preset"
            options={PRESETS.map(({ value }) => ({ value, label: value }))}
            value={preset.value}
            // Rules and hosts are written by hand, so they stay.
            onChoose={(value) =>
              change(isSound ? stated({ preset: value, rules, network }) : { preset: value }, `preset ${value}`)
            }
          />
        </div>
        <p className="quiet">{preset.meaning}</p>
      </div>
      {isSound ? (
        <>
          <Rules subject={subject} />
          <Disclosure summary={<h3>All settings</h3>}>
            <Settings />
          </Disclosure>
        </>
      ) : (
        <p className="bad">{visibleText(problems.join(' '))} It decides like ci until you choose another preset.</p>
      )}
      <div className="row">
        <CopyButton label="Copy as JSON" text={() => JSON.stringify(policy, null, 2)} />
        <span className="small quiet">To use another policy, drop its file on the page.</span>
      </div>
    </div>
  );
}

function Rules({ subject }: SubjectProps): ReactElement {
  const { policy, change } = usePolicy();
  const { rules = [] } = policy;
  const section = useRef<HTMLElement>(null);
  const changeRules: typeof change = (next, label) => {
    // The pressed button is about to go, and the focus with it.
    section.current?.querySelector('summary')?.focus();
    change(next, label);
  };
  const without = (index: number): PlainPolicy =>
    stated({ ...policy, rules: rules.length > 1 ? rules.toSpliced(index, 1) : undefined });
  return (
    <section ref={section} className="stack" aria-label="Rules">
      <h3>Rules</h3>
      <p className="quiet small">
        A rule decides whatever the settings say. A refusal stays; of the other rules the first that fits decides.
      </p>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal rules may come twice; the place is what decides.
        <div key={index} className="row listed">
          <span className={`safety-mark is-${rule.decision}`}>{DECIDED[rule.decision]}</span>
          <code className="grow wrap">{ruleLine(rule)}</code>
          <Button
            small
            aria-label={`Remove rule ${index + 1}`}
            onClick={() => changeRules(without(index), `rule ${index + 1} removed`)}
          >
            Remove
          </Button>
        </div>
      ))}
      <Disclosure summary="Add a rule">
        <NewRule
          key={JSON.stringify(rules)}
          subject={subject}
          onAdd={(rule) => changeRules(withRule(policy, rule), `${ruleLine(rule)} ${DECIDED[rule.decision]}`)}
        />
      </Disclosure>
    </section>
  );
}

/** A rule while it is written, with the rows that it would change; it counts after "Add". */
function NewRule({ subject, onAdd }: SubjectProps & { readonly onAdd: (rule: PolicyRule) => void }): ReactElement {
  const { policy } = usePolicy();
  const [text, setText] = useState('');
  const [decision, setDecision] = useState<PolicyRule['decision']>('confirm');
  const rule = useMemo(() => ({ ...ruleIn(text), decision }), [text, decision]);
  const [problem] = rule.run === '' ? [''] : policyProblems({ rules: [rule] });
  const isReady = subject !== undefined && problem === undefined;
  const question = useMemo(
    () => (isReady ? { ...subject, policy, rule } : undefined),
    [subject, policy, isReady, rule],
  );
  const { last } = useAnswer('safety-preview', question);
  const preview = question && last?.question === question && last.answer.ok ? last.answer.words : '';
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onAdd(rule);
      }}
    >
      <label>
        Command
        <input
          className="field mono"
          placeholder="git push with force, delete"
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Choice label="Decision" options={CHOICES} value={decision} onChoose={setDecision} />
      <p role="status" className="small">
        {visibleText(problem?.replace(/^Rule 1/, 'The rule') ?? preview) || 'Also: gh pr *, git push without force'}
      </p>
      <Button type="submit" look="primary" small className="start" disabled={!isReady}>
        Add
      </Button>
    </form>
  );
}

/** The decision for each kind of command, always in the same three words. */
function Settings(): ReactElement {
  const { policy, change } = usePolicy();
  return (
    <div>
      <p className="quiet">A command that … The strictest line counts; rules stand above all lines.</p>
      {SETTINGS.map((setting) => {
        const { key, words, values } = setting;
        return (
          <div key={key} className="row listed">
            <span className="grow">{words}</span>
            <Choice
              label={words}
              options={CHOICES.map((one) => ({ ...one, disabled: values !== undefined && !(one.value in values) }))}
              value={decisionOf(setting, policy)}
              onChoose={(next) => change(withDecision(setting, policy, next), `“${words}” ${DECIDED[next]}`)}
            />
          </div>
        );
      })}
    </div>
  );
}
