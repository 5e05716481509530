import type { first } from './en/first.ts';
import type { en } from './en/index.ts';

export type FirstTexts = Widened<typeof first>;
export type LaterTexts = Widened<typeof en>;

/** All texts of the app, as the English ones are; a text with values is a function of them. */
export type Texts = FirstTexts & LaterTexts;

/** Texts of another language say the same in other words. */
type Widened<Value> = Value extends string
  ? string
  : Value extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Name in keyof Value]: Widened<Value[Name]> };
