/** `812`, `4.2k`, `31k`, `1.2M`: tokens for a person. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** A share of 0 to 1 as `"38 %"`; under one per cent `"< 1 %"`. */
export function percent(share: number): string {
  return share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`;
}
