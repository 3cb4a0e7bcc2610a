import type { ReactElement } from 'react';
import type { HealthAnswer } from '../../analysis/output/answer-health.ts';
import type { TokensAnswer } from '../../analysis/output/answer-tokens.ts';
import type { HealthItem } from '../../analysis/tokens/health-of.ts';
import { shortCount } from '../../analysis/tokens/token-words.ts';
import { Icon } from '../../components/Icon.tsx';
import { healthOf } from '../../state/health.ts';
import type { CompiledOutput } from '../../state/compile-protocol.ts';

/** What opens below the line. */
export type Detail = 'losses' | 'tokens';

interface HealthLineProps {
  readonly output: CompiledOutput;
  /** What takes longer than the output itself. Absent until it is known. */
  readonly health: HealthAnswer | undefined;
  /** Absent until somebody wanted to know the tokens. */
  readonly counted: TokensAnswer | undefined;
  readonly detail: Detail | undefined;
  /** Id of the element that shows the detail. */
  readonly detailId: string;
  readonly onDetail: (detail: Detail) => void;
}

/** Told at once, by the compilation. */
const QUICK: readonly HealthItem['id'][] = ['tools', 'losses', 'tokens'];

/** As long as what mostly takes their place. */
const COMING_LIMITS = ['longest name 00 of 64', 'longest description 000 of 1,024'] as const;
const COMING_TOKENS = '~000 tokens ⌄';

/** The output in numbers, each limit with where the output stands; losses and tokens open what is behind them. */
export function HealthLine({ output, health, counted, ...details }: HealthLineProps): ReactElement {
  const { tools, excess, commands, losses, size } = healthOf(output);
  const limits = health?.items.filter(({ id }) => !QUICK.includes(id)) ?? [];
  const guessed = health?.items.find(({ id }) => id === 'tokens')?.words;
  const tokens = counted === undefined ? guessed : `~${shortCount(counted.total)} tokens`;
  return (
    <p className="output-numbers">
      <strong>{tools}</strong>
      {excess !== undefined && <Warned words={excess} />}
      {commands !== undefined && <span>{commands}</span>}
      {health === undefined && COMING_LIMITS.map((words) => <Coming key={words} words={words} />)}
      {limits.map(({ id, state, words }) =>
        state === 'over' || state === 'doubtful' ? <Warned key={id} words={words} /> : <span key={id}>{words}</span>,
      )}
      <DetailButton
        {...details}
        name="losses"
        words={losses}
        title="What the document says and this provider is not told, or in other words"
      />
      {tokens === undefined ? (
        health === undefined && <Coming words={COMING_TOKENS} />
      ) : (
        <DetailButton {...details} name="tokens" words={tokens} title={counted?.label ?? health?.label ?? ''} />
      )}
      <span title="As compact JSON, in UTF-8">{size}</span>
    </p>
  );
}

/** Keeps the room of a number that is being found out, so that nothing below moves when it is there. */
function Coming({ words }: { readonly words: string }): ReactElement {
  return (
    <span className="output-coming" aria-hidden="true">
      {words}
    </span>
  );
}

function Warned({ words }: { readonly words: string }): ReactElement {
  return (
    <span className="output-warned">
      <Icon name="warning" />
      {words}
    </span>
  );
}

interface DetailButtonProps extends Pick<HealthLineProps, 'detail' | 'detailId' | 'onDetail'> {
  readonly name: Detail;
  readonly words: string;
  readonly title: string;
}

function DetailButton({ name, words, title, detail, detailId, onDetail }: DetailButtonProps): ReactElement {
  return (
    <span>
      <button
        type="button"
        className="output-detail-button"
        title={title}
        aria-expanded={detail === name}
        aria-controls={detail === name ? detailId : undefined}
        onClick={() => onDetail(name)}
      >
        {words}
        <Icon name="chevron" />
      </button>
    </span>
  );
}
