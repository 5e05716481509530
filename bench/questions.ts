import { z } from 'zod';

/** One thing to ask in turn, with other variables each time. */
export type Question = {
  /** The row of the results. Of several questions with one name the slowest stands there. */
  readonly name: string;
  readonly query: string;
  readonly variables: readonly Readonly<Record<string, unknown>>[];
  /** Whether it takes `first` and `after`, and answers with the page as `list`. */
  readonly isPaged: boolean;
  /** The run fails when one connection waits longer than this; null when it may. */
  readonly p50MsMax: number | null;
  /** What every answer must be at least, so that nothing is fast by being empty. */
  readonly answer: z.ZodType;
};

/** The least that there is to answer: what it costs to ask at all. */
export const NOTHING: Question = {
  name: '{ __typename }',
  query: '{ __typename }',
  variables: [{}],
  isPaged: false,
  p50MsMax: null,
  answer: z.object({ __typename: z.literal('Query') }),
};
