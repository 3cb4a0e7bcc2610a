import type { AtipEffects } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { isOutside, UNKNOWN } from '@atip/core/internal';
import type { LinePart, Redirect, Word } from '../line/types.ts';
import { judgeEffects, type PartContext, type Verdict } from './context.ts';
import { lossOf } from './file-losses.ts';
import { printsCounts } from './narrow-output.ts';
import { isDuplicate, NO_FILE } from './paths.ts';
import { directoriesOf, resolvePath, standIn, textsOf, whyGuarded } from './word-values.ts';

/** Decides about the files that a part's redirects, and programs in its words, write and read. */
export function checkRedirects(
  part: LinePart,
  context: PartContext,
): { readonly effects: AtipEffects; readonly verdicts: readonly Verdict[] } {
  const { reads = [], writes = [] } = part.code ?? {};
  const inCode = [
    ...reads.map((text) => ({ operator: '<' as const, target: wordOf(text) })),
    ...writes.map((text) => ({ operator: '>' as const, target: { text } })),
  ];
  const found = [...part.redirects, ...inCode].map((redirect) => checkRedirect(redirect, part, context));
  const effects = found.flatMap((one) => one?.effects ?? []);
  return {
    effects: mergeEffects(...effects),
    verdicts: found.flatMap((one) => one?.verdict ?? []),
  };
}

/** A name of a file in code, of which some may not be known. */
function wordOf(text: string): Word {
  const at = text.indexOf(UNKNOWN);
  if (at < 0) return { text };
  const shown = text.replaceAll(UNKNOWN, '…');
  return { unknown: true, text: shown, reason: 'variable', prefix: text.slice(0, at), many: true, patterns: [text] };
}

interface JudgedRedirect {
  readonly effects: AtipEffects;
  readonly verdict: Verdict;
}

function checkRedirect(redirect: Redirect, part: LinePart, context: PartContext): JudgedRedirect | undefined {
  const { operator, target } = redirect;
  if (operator === '<<' || operator === '<<<') return undefined;
  const { settings, policy, reads, writes } = context;
  const directories = directoriesOf(part, settings);
  const known = textsOf(target, part, settings);
  const [path = '', ...others] = (known ?? [standIn(target, settings, part)]).map((text) =>
    resolvePath(text, directories.cwd),
  );
  const paths = [path, ...others];
  if (isDuplicate(redirect, target.text) || paths.every((one) => NO_FILE.test(one))) return undefined;
  const name = `${operator} ${target.text}`;
  if (paths.some((one) => /^\/dev\/(?:tcp|udp)\//.test(one)))
    return judged(name, { network: true, 'x-sends': 'given' }, context);
  if (operator === '<' || operator === '<&') {
    reads.add(target.text);
    const found = printsCounts(part) ? undefined : context.paths.secretIn(target, part, true);
    if (!found) return { effects: {}, verdict: { decision: 'allow', reasons: [] } };
    const effects: AtipEffects = { 'x-reveals': 'credentials' };
    return { effects, verdict: judgeEffects(name, effects, policy, { why: `reads ${found.what}` }) };
  }
  writes.add(target.text);
  // Bash takes the one file that a glob fits.
  const isOpen = (known === undefined && path.includes('$')) || (target.unknown === true && target.reason === 'glob');
  const isAdding = operator === '>>' || operator === '&>>' || operator === '<>';
  const isNothing = !isAdding && !isOpen && context.losses.isNothingAt(target, part);
  if (isNothing) context.losses.spared.add(part);
  const replaces = !isAdding && !isNothing;
  const written: AtipEffects = { filesystem: { write: true } };
  const effects: AtipEffects = replaces
    ? { ...written, destructive: true, reversible: false }
    : operator === '<>'
      ? { ...written, destructive: true }
      : written;
  const outside =
    isOpen || paths.some((one) => isOutside(one, directories)) ? [target.text.replace(/^"(.*)"$/s, '$1')] : [];
  const verdict = judgeEffects(name, effects, policy, { outside });
  const reasons = verdict.reasons.map((reason) =>
    reason.endsWith('permanently destroys data.')
      ? (lossOf(operator, context.losses.of(part)) ??
        `${name} replaces the file${settings.isThere ? '' : ', if there is one'}.`)
      : reason,
  );
  const guard = isOpen
    ? undefined
    : paths.map((one) => whyGuarded(one, directories.cwd, part, context)).find((why) => why !== undefined);
  const guarded = guard === undefined ? [] : [`${operator} writes ${guard}.`];
  const decision =
    guard !== undefined && verdict.decision === 'allow' && policy.levels?.writesOutside !== 'allow'
      ? 'confirm'
      : verdict.decision;
  return { effects, verdict: { ...verdict, decision, reasons: decision === 'allow' ? [] : [...reasons, ...guarded] } };
}

function judged(name: string, effects: AtipEffects, { policy }: PartContext): JudgedRedirect {
  return { effects, verdict: judgeEffects(name, effects, policy) };
}
