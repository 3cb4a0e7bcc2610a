/** Mixes a number below 2³² into a hash of 32 bits. */
export function hash(seed: number, value: number): number {
  return Math.imul(Math.imul(seed, 0x2f0b4c47) + value + 1, 0x9e3779b1) ^ (seed >>> 15);
}
