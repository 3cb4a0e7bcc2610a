// The parts that the benches use of packages in tests/bench/package.json, which only `npm run bench` installs.

declare module '@secretlint/core' {
  interface Source {
    readonly filePath: string;
    readonly content: string;
    readonly contentType: 'text';
    readonly ext: string;
  }
  interface Options {
    readonly config: { readonly rules: readonly { readonly id: string; readonly rule: unknown }[] };
  }
  export function lintSource(input: { readonly source: Source; readonly options: Options }): Promise<unknown>;
}

declare module '@secretlint/secretlint-rule-preset-recommend' {
  export const creator: unknown;
}

declare module 'lz-string' {
  const lz: { compressToEncodedURIComponent(text: string): string };
  export default lz;
}
