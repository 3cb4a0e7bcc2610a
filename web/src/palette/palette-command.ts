/** Something that can be done by name. */
export interface PaletteCommand {
  /** Stable between visits: by it what was used lately is remembered. */
  readonly id: string;
  readonly title: string;
  /** Heading that it stands under; groups come in the order of their first command. */
  readonly group: string;
  /** The keys that do the same, for example `"Ctrl S"`. */
  readonly keys?: string;
  /** A few more words; also searched. */
  readonly detail?: string;
  /** Called once the palette has closed and the focus is back. */
  run(): void;
}
