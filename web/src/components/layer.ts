import { type Context, createContext } from 'react';

/** The modal dialog that this stands in: what opens from there must be inside it, since all else is inert. */
export const Layer: Context<HTMLElement | undefined> = createContext<HTMLElement | undefined>(undefined);
