import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCall } from '../execute/check-call.ts';
import { POLICY_PRESETS } from '../policy/policy-presets.ts';
import { recorded, RECORDED } from '../testing/recorded-decisions.ts';
import type { ExecutionPolicy } from '../types/policy.ts';
import { type RecordedOutcome, replayDecisions } from './replay-decisions.ts';
import { suggestRules } from './suggest-rules.ts';

const flags = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(undefined, undefined, true)])));
const text = fc.constantFrom('origin', 'fork', '*', 'a/b');
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** The arguments of each command of `RECORDED`, as calls may have them. */
const CALLS: readonly fc.Arbitrary<readonly [string, Record<string, unknown>]>[] = [
  fc
    .tuple(
      fc.record({ repository: some(text), data: some(fc.constantFrom('x', 'y')) }),
      fc.array(fc.constantFrom('main', 'dev', ':old'), { maxLength: 2 }),
      flags('force', 'lease', 'prune', 'tags', 'dry'),
    )
    .map(([own, refspec, more]) => {
      const isListed = own.repository !== undefined && refspec.length > 0;
      return ['push', { ...own, ...more, ...(isListed && { refspec }) }] as const;
    }),
  fc
    .tuple(fc.constantFrom('a', '/etc/b'), flags('all', 'keep', 'quiet'))
    .map(([what, more]) => ['wipe', { what, ...more }] as const),
  fc
    .tuple(fc.constantFrom('a', '/etc/b'), some(fc.constantFrom('x', 'y')), flags('wide', 'keep'))
    .map(([to, note, more]) => ['store', { to, note, ...more }] as const),
  fc.tuple(text, flags('quiet')).map(([code, more]) => ['exec', { code, ...more }] as const),
  fc.tuple(some(text), flags('quiet')).map(([one, more]) => ['odd', { text: one, ...more }] as const),
];
const call = fc
  .oneof(...CALLS)
  .map(([name, args]): readonly [string, Record<string, unknown>] => [
    name,
    Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)),
  ]);
const was = fc.constantFrom<RecordedOutcome>(
  'yes',
  'yes',
  'yes',
  'yes',
  'yes',
  'no',
  'refused',
  'unanswered',
  'allowed',
);
const answered = fc.array(fc.tuple(call, was), { maxLength: 12 });
type Answered = readonly (readonly [readonly [string, Record<string, unknown>], RecordedOutcome])[];

const STANDARD = POLICY_PRESETS.standard;

function suggest(all: Answered) {
  const decisions = all.map(([[name, args], outcome]) => recorded(name, args, outcome));
  const { rules, left } = suggestRules(decisions, [RECORDED], STANDARD);
  const policy: ExecutionPolicy = { ...STANDARD, rules: rules.map(({ rule }) => rule) };
  return { decisions, left, policy };
}

test('suggestions spare what was always answered yes, and change no other answer', () => {
  fc.assert(
    fc.property(answered, (all) => {
      const { decisions, left, policy } = suggest(all);
      const { rows } = replayDecisions(decisions, [RECORDED], policy);
      const said = (...outcomes: readonly RecordedOutcome[]) =>
        new Set(rows.flatMap(({ was, argv }) => (outcomes.includes(was) ? [argv.join(' ')] : [])));
      const [yes, no] = [said('yes'), said('no', 'refused')];
      for (const { argv, now, nowBy } of rows) {
        if (no.has(argv.join(' '))) expect(String(nowBy)).not.toMatch(/^rules/);
        else if (yes.has(argv.join(' ')) && left === 0) expect(now).toBe('allow');
      }
      if (no.size === 0) expect(left).toBe(0);
    }),
    { numRuns: 400 },
  );
});

const HARMFUL = ['force', 'lease', 'prune', 'data', 'all', 'wide'];

/** The parameters of a call that add harm, and what a policy has against it. */
function harmOf(name: string, args: Record<string, unknown>): readonly string[] {
  const check = checkCall({ id: '', name: `git_${name}`, arguments: args }, [RECORDED], STANDARD);
  const codes = check.policy?.violations.map(({ code }) => code) ?? [];
  // Of these no argument may change.
  const fixed = name === 'push' ? [] : [`${args['what'] ?? args['to'] ?? args['code'] ?? args['text']}`];
  return [name, ...codes, ...fixed, ...HARMFUL.filter((one) => args[one] !== undefined)];
}

test('no suggestion allows a call with harm that no call that was answered yes had', () => {
  let allowed = 0;
  fc.assert(
    fc.property(answered, call, (all, [name, args]) => {
      const check = checkCall({ id: '', name: `git_${name}`, arguments: args }, [RECORDED], suggest(all).policy);
      if (check.decision !== 'allow' || check.rule === undefined) return;
      allowed += 1;
      const agreed = all.flatMap(([[one, given], outcome]) => (outcome === 'yes' ? [harmOf(one, given)] : []));
      expect(agreed.some((harm) => harmOf(name, args).every((one) => harm.includes(one)))).toBe(true);
    }),
    { numRuns: 800 },
  );
  expect(allowed).toBeGreaterThan(20);
});
