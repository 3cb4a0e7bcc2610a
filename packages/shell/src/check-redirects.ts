import { type AtipEffects, mergeEffects } from '@atip/core';
import { isOutside } from '@atip/core/internal';
import { judgeEffects, type PartContext, type Verdict } from './judging.ts';
import { isDuplicate, losesNothing, NO_FILE } from './line-paths.ts';
import type { LinePart, Redirect } from './types.ts';
import { directoriesOf, resolvePath, standIn, whyGuarded } from './word-values.ts';

/** Decides about the files that a part's redirects, and programs in its words, write and read. */
export function checkRedirects(
  part: LinePart,
  context: PartContext,
): { readonly effects?: AtipEffects; readonly verdicts: readonly Verdict[] } {
  const { reads = [], writes = [] } = part.code ?? {};
  const inCode = [
    ...reads.map((text) => ({ operator: '<' as const, target: { text } })),
    ...writes.map((text) => ({ operator: '>' as const, target: { text } })),
  ];
  const found = [...part.redirects, ...inCode].map((redirect) => checkRedirect(redirect, part, context));
  const effects = found.flatMap((one) => one?.effects ?? []);
  return {
    ...(effects.length > 0 && { effects: mergeEffects(...effects) }),
    verdicts: found.flatMap((one) => one?.verdict ?? []),
  };
}

interface JudgedRedirect {
  readonly effects: AtipEffects;
  readonly verdict: Verdict;
}

function checkRedirect(redirect: Redirect, part: LinePart, context: PartContext): JudgedRedirect | undefined {
  const { operator, target } = redirect;
  if (operator === '<<' || operator === '<<<') return undefined;
  const { settings, policy, reads, writes } = context;
  const shown = standIn(target, settings);
  const directories = directoriesOf(part, settings);
  const path = resolvePath(shown, directories.cwd);
  if (isDuplicate(redirect, shown) || NO_FILE.test(path)) return undefined;
  const name = `${operator} ${target.text}`;
  if (/^\/dev\/(?:tcp|udp)\//.test(path)) return judged(name, { network: true, 'x-sends': 'given' }, context);
  if (operator === '<' || operator === '<&') {
    reads.add(target.text);
    const found = context.paths.secretIn(target, part, true);
    if (!found) return { effects: {}, verdict: { decision: 'allow', reasons: [] } };
    const effects: AtipEffects = { 'x-reveals': 'credentials' };
    return { effects, verdict: judgeEffects(name, effects, policy, { why: `reads ${found.what}` }) };
  }
  writes.add(target.text);
  // Bash takes the one file that a glob fits.
  const isOpen = path.includes('$') || (target.unknown === true && target.reason === 'glob');
  const isNew = !isOpen && losesNothing(shown, part, settings);
  const replaces = operator !== '>>' && operator !== '&>>' && operator !== '<>' && !isNew;
  const effects: AtipEffects = {
    filesystem: { write: true },
    ...(replaces && { destructive: true, reversible: false }),
    ...(operator === '<>' && { destructive: true }),
  };
  const outside = isOpen || isOutside(path, directories) ? [target.text] : [];
  const verdict = judgeEffects(name, effects, policy, { outside });
  const reasons = verdict.reasons.map((reason) =>
    reason.endsWith('permanently destroys data.')
      ? `${name} replaces the file${settings.isThere ? '' : ', if there is one'}.`
      : reason,
  );
  const guard = isOpen ? undefined : whyGuarded(path, directories.cwd, part, context);
  const guarded = guard === undefined ? [] : [`${name} writes ${guard}.`];
  const decision =
    guard !== undefined && verdict.decision === 'allow' && policy.levels?.writesOutside !== 'allow'
      ? 'confirm'
      : verdict.decision;
  return { effects, verdict: { ...verdict, decision, reasons: decision === 'allow' ? [] : [...reasons, ...guarded] } };
}

function judged(name: string, effects: AtipEffects, { policy }: PartContext): JudgedRedirect {
  return { effects, verdict: judgeEffects(name, effects, policy) };
}
