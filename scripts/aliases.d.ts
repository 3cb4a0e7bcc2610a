export declare const ALIASES: Readonly<Record<string, string>>;
export declare const NODE_ALIASES: Readonly<Record<string, string>>;
