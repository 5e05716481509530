import type { en } from './en/index.ts';

/** All texts of the app, as the English ones are; a text with values is a function of them. */
export type Texts = Widened<typeof en>;

/** Texts of another language say the same in other words. */
type Widened<Value> = Value extends string
  ? string
  : Value extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof Value]: Widened<Value[Name]> };
