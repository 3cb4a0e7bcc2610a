import type { Issue, Loss, Provider, Range } from '@atip/core';
import { lossFix } from '../provenance/fixes/loss-fixes.ts';
import { readSource } from '../provenance/fixes/with-fixes.ts';
import { nearestPlace } from '../provenance/json-place.ts';
import { locatorFor } from '../provenance/range-of-pointer.ts';
import { statesHarm } from './states-harm.ts';
import { PROVIDER_LABELS } from '../../state/providers.ts';

/** How what core says of a loss goes on from the provider's name; a code that is not here is told as core tells it. */
const BEGINNINGS: Readonly<Record<string, (provider: string) => string>> = {
  'not-sent': (provider) => `${provider} is not told this.`,
  'in-text': (provider) => `${provider} is told this in words.`,
  renamed: (provider) => `${provider} knows this by another name.`,
  truncated: (provider) => `${provider} is told less than this.`,
  'value-dropped': (provider) => `${provider} is not told all values.`,
  'as-text': (provider) => `${provider} is told this as text.`,
  shadowed: (provider) => `${provider} is not told of this command.`,
  shared: (provider) => `${provider} is told this as one with others.`,
  relaxed: (provider) => `${provider} is told that this is optional.`,
  unreachable: (provider) => `${provider} is not told this.`,
  assumed: (provider) => `${provider} is told the worst.`,
};

/**
 * The losses of a compilation as issues of the document: where each is, what became of it there, and the change that
 * mends it where there is one.
 *
 * Shape: `{ code: "truncated", pointer: "/commands/a/description" }` → `{ code: "loss-truncated", severity: "info", message:
 * "OpenAI is told less than this. It is cut to 1024 characters; the flags are whole.", path, range, fix }`. A warning where it
 * is about harm: stated and not told, or not known at all. All of them and in their order; `groupIssues` makes a list of it.
 * A text that cannot be read gives issues without place.
 */
export function lossIssues(sourceText: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const source = readSource(sourceText);
  const locator = source && locatorFor(source.root, source.lines);
  return losses.map((loss) => {
    const range: Range | undefined = locator?.markOf(loss.pointer);
    const fix = source && lossFix(source, loss);
    const place = source && nearestPlace(source.root, loss.pointer);
    const value: unknown = place?.path === loss.pointer ? place.node.value : undefined;
    return {
      code: `loss-${loss.code}`,
      severity: isWarning(loss, value) ? 'warning' : 'info',
      message: [
        BEGINNINGS[loss.code]?.(PROVIDER_LABELS[provider]) ?? `${PROVIDER_LABELS[provider]}:`,
        loss.message,
      ].join(' '),
      path: loss.pointer,
      ...(range && { range }),
      ...(fix && { fix }),
    };
  });
}

function isWarning({ code, pointer }: Loss, value: unknown): boolean {
  if (code === 'assumed' || code === 'shadowed') return true;
  return code === 'not-sent' && statesHarm(pointer, value);
}
