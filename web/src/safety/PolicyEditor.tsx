import './safety.css';
import { useId, useState, useRef, type ReactElement } from 'react';
import { Select, Button, Choice } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import type { PlainPolicy } from '../document/working-copy.ts';
import { usePage } from '../page/page-context.ts';
import type { SafetyTable } from './answer-safety-table.ts';
import { policyLabel, DECIDED, ruleLine, VERBS } from './decision-words.ts';
import {
  baseName,
  isPolicy,
  policyProblems,
  PRESET_NAMES,
  presetPolicy,
  tidyPolicy,
  readPolicy,
  type ReadPolicy,
} from './policy-edit.ts';
import { Disclosure } from '../components/content.tsx';
import type { Decision, PolicyRule } from '@atip/core';
import { DECISIONS, stated } from '@atip/core/internal';
import { parseJson } from '../text/json.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';

const NONE: PlainPolicy = {};

/** Where a policy starts, its rules, and everything else as JSON. */
export function PolicyEditor({ table }: { readonly table: SafetyTable }): ReactElement {
  const { copy, dispatch } = usePage();
  const policy = copy.policy ?? NONE;
  const { trust, tool } = table;
  const set: SetPolicy = (value, label) =>
    dispatch({ type: 'set', key: 'policy', value: value && tidyPolicy(value), label });
  const problems = policyProblems(policy);
  const base = baseName(policy, trust);
  const { rules, network } = policy;
  return (
    <div className="stack">
      <Select
        label="Start from"
        options={[...new Set([...PRESET_NAMES, base])].map((value) => ({ value, label: policyLabel(value, trust) }))}
        value={base}
        onChoose={(next) => {
          // Settings written by hand stay.
          if (next !== 'yours')
            set(
              { ...presetPolicy(next, trust), ...stated({ rules, network }) },
              `Policy: started from ${policyLabel(next, trust)}`,
            );
        }}
      />
      {/* A policy that came with a link or a draft may be wrong. */}
      {problems.length > 0 && (
        <ul className="boxed" aria-label="Mistakes in this policy">
          {[...problems, ...(isPolicy(policy) ? [] : ['Until that is fixed, it decides like ci.'])].map((problem) => (
            <li key={problem} className="verdict tone-warning">
              <Icon name="warning" />
              {problem}
            </li>
          ))}
        </ul>
      )}
      {isPolicy(policy) && <RuleList tool={tool} policy={policy} notes={table.rules} onChange={set} />}
      <PolicyFile policy={policy} onChange={set} />
    </div>
  );
}

interface PolicyPartProps {
  readonly policy: PlainPolicy;
  readonly onChange: SetPolicy;
}

/** Typed text, as long as it produced the present value; otherwise the value's own text. */
function useTyped(value: unknown, text: string) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly made: string }>();
  const now = JSON.stringify(value) ?? '';
  const isTyped = typed?.made === now;
  return {
    text: isTyped ? typed.text : text,
    isTyped,
    /** @param made the value that the text stands for; absent for an invalid text, so that the present one stays */
    set: (next: string, ...made: readonly [] | readonly [made: unknown]): void =>
      setTyped({ text: next, made: made.length === 0 ? now : (JSON.stringify(made[0]) ?? '') }),
  };
}

/** The policy as JSON, both ways: a valid text applies at once, an invalid one lists its problems. */
function PolicyFile({ policy, onChange }: PolicyPartProps): ReactElement {
  const problemsId = useId();
  const own = JSON.stringify(policy, null, 2);
  const typed = useTyped(policy, own);
  const { text } = typed;
  const { problems }: ReadPolicy = typed.isTyped ? readPolicy(text) : { problems: [] };
  const change = (next: string): void => {
    const made = readPolicy(next);
    const isRight = made.problems.length === 0;
    typed.set(next, ...(isRight ? ([made.policy ?? {}] as const) : []));
    if (isRight) onChange(made.policy, 'Policy: changed as JSON');
  };
  return (
    <Disclosure summary="This policy as JSON">
      <div className="stack">
        <textarea
          className="field mono"
          aria-label="Policy as JSON"
          aria-invalid={problems.length > 0}
          aria-describedby={problemsId}
          spellCheck={false}
          rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <div id={problemsId} role="status">
          {problems.length === 0 ? (
            <p className="quiet">
              Fields that are left out have their default. A change takes effect at once. Commands take the file with{' '}
              <code>--policy</code>.
            </p>
          ) : (
            <ul className="bad">
              {[...problems, 'The last correct policy stays in force.'].map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Disclosure>
  );
}

type SetPolicy = (policy: PlainPolicy | undefined, label: string) => void;

interface RuleListProps {
  readonly tool: string;
  readonly policy: PlainPolicy;
  /** One for each rule; of an earlier policy while the next is looked at. */
  readonly notes: SafetyTable['rules'];
  readonly onChange: SetPolicy;
}

/** Rules that are listed; a file may have more. */
const MAX_LISTED = 200;

function RuleList({ tool, policy, notes, onChange }: RuleListProps): ReactElement {
  const [open, setOpen] = useState<number>();
  const list = useRef<HTMLElement>(null);
  const { rules = [] } = policy;
  const set = (next: readonly PolicyRule[], label: string): void => onChange({ ...policy, rules: next }, label);
  /** Moves the focus to the next useful control, because the focused one may be gone. */
  const focus = (selector: string): void => {
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  const add = (): void => {
    set([...rules, { run: `${tool} *`, decision: 'confirm' }], 'Policy: a new rule');
    setOpen(rules.length);
    focus('.safety-rule[data-open] input.mono');
  };
  const remove = (index: number): void => {
    set(rules.toSpliced(index, 1), `Policy: rule ${index + 1} is removed`);
    setOpen(undefined);
    focus(rules.length > 1 ? '.safety-rule .safety-rule-name' : '[data-add]');
  };
  return (
    <section className="stack" aria-label="Rules" ref={list}>
      <div className="row">
        <h3 className="grow">Rules</h3>
        <Button small icon="plus" data-add onClick={add}>
          Add a rule
        </Button>
      </div>
      {rules.length === 0 && (
        <p className="quiet small">
          None yet. A rule decides about a command and its arguments, whatever the settings say: “git push to origin
          runs”, “git push with force is refused”.
        </p>
      )}
      <ol className="safety-rules">
        {rules.slice(0, MAX_LISTED).map((rule, index) => (
          <RuleItem
            // biome-ignore lint/suspicious/noArrayIndexKey: equal rules may come twice; the place is what decides.
            key={index}
            rule={rule}
            index={index}
            tool={tool}
            isOpen={open === index}
            note={notes.length === rules.length ? notes[index] : undefined}
            onOpen={() => setOpen(open === index ? undefined : index)}
            onRemove={() => remove(index)}
            onChange={(next) => set(rules.with(index, next), `Policy: rule ${index + 1} is changed`)}
          />
        ))}
      </ol>
      {rules.length > MAX_LISTED && <p className="quiet">and {rules.length - MAX_LISTED} more, in the JSON below.</p>}
      {rules.length > 1 && (
        <p className="quiet small">What a rule refuses stays refused; of the others the first that fits decides.</p>
      )}
    </section>
  );
}

interface RuleItemProps extends RuleNotesProps {
  readonly index: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
  readonly onChange: (rule: PolicyRule) => void;
}

function RuleItem({ rule, index, isOpen, note, tool, ...does }: RuleItemProps): ReactElement {
  const place = `rule ${index + 1}`;
  return (
    <li className="safety-rule stack" data-open={isOpen || undefined}>
      <div className="row">
        <button type="button" className="bare grow safety-rule-name" aria-expanded={isOpen} onClick={does.onOpen}>
          <span className="quiet">{index + 1}</span> <RuleLine rule={rule} />
        </button>
        <Button small look="plain" icon="close" aria-label={`Remove ${place}`} onClick={does.onRemove} />
      </div>
      <RuleNotes rule={rule} note={note} tool={tool} />
      {isOpen && <RuleForm rule={rule} name={place} onChange={does.onChange} />}
    </li>
  );
}

/** A rule in words, its decision first: `refuses git push with force or delete`. */
function RuleLine({ rule }: { readonly rule: PolicyRule }): ReactElement {
  const run = visibleText(rule.run);
  return (
    <span className="wrap">
      <span className={`safety-mark is-${rule.decision}`}>{VERBS[rule.decision]}</span> <code>{run}</code>
      {ruleLine(rule).slice(run.length)}
    </span>
  );
}

interface RuleNotesProps {
  readonly rule: PolicyRule;
  readonly note: SafetyTable['rules'][number] | undefined;
  readonly tool: string;
}

function RuleNotes({ rule: { reason, note: origin, tightens }, note, tool }: RuleNotesProps): ReactElement {
  const decides = note?.decides ?? 0;
  const words = [
    reason !== undefined && `“${reason}”`,
    tightens === true && 'It overrides no refusal.',
    note?.isForeign && `It is about another program than ${tool}.`,
    decides > 0 && `It decides ${countOf(decides, 'row')} of the table.`,
    origin,
  ].filter((one) => typeof one === 'string');
  return (
    <>
      {note?.idle !== undefined && (
        <p className="verdict tone-warning small">
          <Icon name="warning" />
          {visibleText(note.idle)}
        </p>
      )}
      {words.length > 0 && <p className="quiet small">{visibleText(words.join(' '))}</p>}
    </>
  );
}

const OPTIONS = DECISIONS.map((value) => ({ value, label: DECIDED[value] }));

const FIELDS = [
  { key: 'run', label: 'Program and command', hint: 'git push, gh pr *' },
  { key: 'given', label: 'Only with one of', hint: 'force, delete' },
  { key: 'without', label: 'Only without', hint: 'force, mirror' },
  { key: 'where', label: 'Only where', hint: 'repository=origin' },
  { key: 'reason', label: 'Reason', hint: 'others work on it' },
] as const;

type Draft = Readonly<Record<(typeof FIELDS)[number]['key'], string>>;

function draftOf({ run, given = [], without = [], where = {}, reason = '' }: PolicyRule): Draft {
  const values = Object.entries(where).map(
    ([name, pattern]) => `${name}=${typeof pattern === 'string' ? pattern : JSON.stringify(pattern)}`,
  );
  return { run, given: given.join(', '), without: without.join(', '), where: values.join('\n'), reason };
}

function ruleOf({ given, without, where, reason, ...draft }: Draft, before: PolicyRule): PolicyRule {
  const names = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
  const values = where.split('\n').filter((line) => line.trim() !== '');
  const pairs = values.map((line) => [line.split('=')[0]?.trim() ?? '', patternIn(line.slice(line.indexOf('=') + 1))]);
  return stated({
    ...before,
    run: draft.run.trim().replaceAll(/ +/g, ' '),
    given: names(given).length > 0 ? names(given) : undefined,
    without: names(without).length > 0 ? names(without) : undefined,
    where: pairs.length > 0 ? Object.fromEntries(pairs) : undefined,
    reason: reason || undefined,
  });
}

/** A pattern, or the list of them that `draftOf` wrote as JSON. */
function patternIn(text: string): string | readonly string[] {
  const read = parseJson(text);
  return read.ok && Array.isArray(read.value) ? read.value.map(String) : text;
}

function problemsOf(draft: Draft, before: PolicyRule): readonly string[] {
  const isPair = draft.where.split('\n').every((line) => line.trim() === '' || line.indexOf('=') > 0);
  if (!isPair) return ['Write a name and a pattern: repository=origin.'];
  return policyProblems({ rules: [ruleOf(draft, before)] }).map((text) => text.replace(/^Rule 1/, 'The rule'));
}

interface RuleFormProps {
  readonly rule: PolicyRule;
  readonly name: string;
  readonly onChange: (rule: PolicyRule) => void;
}

/** The fields of a rule; a valid input applies at once, an invalid one leaves the rule as it was. */
function RuleForm({ rule, name, onChange }: RuleFormProps): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState<{ readonly draft: Draft; readonly made: string }>();
  const draft = typed?.made === JSON.stringify(rule) ? typed.draft : draftOf(rule);
  const problems = problemsOf(draft, rule);
  const change = (key: keyof Draft, text: string): void => {
    const next = { ...draft, [key]: text };
    const isRight = problemsOf(next, rule).length === 0;
    const made = isRight ? ruleOf(next, rule) : rule;
    setTyped({ draft: next, made: JSON.stringify(made) });
    if (isRight) onChange(made);
  };
  const decide = (decision: Decision): void =>
    onChange(stated({ ...rule, decision, tightens: decision === 'allow' ? undefined : rule.tightens }));
  return (
    <div className="stack safety-rule-form">
      <Choice
        label={`Decision of ${name}`}
        name={`decision-${id}`}
        options={OPTIONS}
        value={rule.decision}
        onChoose={decide}
      />
      {FIELDS.map(({ key, label, hint }) => {
        const field = {
          id: `${id}-${key}`,
          placeholder: hint,
          value: draft[key],
          spellCheck: false,
          'aria-describedby': `${id}-problems`,
          autoComplete: 'off',
        };
        return (
          <div key={key} className="safety-rule-field">
            <label htmlFor={field.id}>{label}</label>
            {key === 'where' ? (
              <textarea
                {...field}
                className="field mono"
                rows={Math.max(1, draft.where.split('\n').length)}
                onChange={({ target }) => change(key, target.value)}
              />
            ) : (
              <input
                {...field}
                className={key === 'reason' ? 'field' : 'field mono'}
                onChange={({ target }) => change(key, target.value)}
              />
            )}
          </div>
        );
      })}
      <div id={`${id}-problems`} role="status">
        {problems.map((problem) => (
          <p key={problem} className="bad small">
            {problem}
          </p>
        ))}
      </div>
    </div>
  );
}
