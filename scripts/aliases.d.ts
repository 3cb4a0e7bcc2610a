export declare const ALIASES: Readonly<Record<string, string>>;
