import type { Client } from 'pg';
import type { z } from 'zod';
import type { ProductServer, VisitorRequest } from '../harness/product-server.ts';
import type { Visitor } from '../harness/tokens.ts';

/** A query to repeat with other variables each time. */
export type Question = {
  /** The row of the results. Of several questions with one name the slowest is reported. */
  readonly name: string;
  readonly query: string;
  readonly variables: readonly Readonly<Record<string, unknown>>[];
  /** Whether it takes `first` and `after`, and returns the page as `list`. */
  readonly isPaged: boolean;
  /** Maximum latency with one connection, above which the run fails; null without a limit. */
  readonly p50MsMax: number | null;
  /** Minimum content of every answer, so that an empty one does not count as fast. */
  readonly answer: z.ZodType;
};

/** A change that several clients repeat concurrently. */
export type Change = {
  readonly name: string;
  /** Consecutive requests differ, so that each changes something. */
  requests(visitors: readonly Visitor[]): VisitorRequest[];
  /** The expected answer. */
  readonly answer: z.ZodType;
  /** Number of changes of one request. */
  readonly perRequest: number;
  /** Whether jobs count them: the time then runs until `check` is done. */
  readonly isCountedLater: boolean;
  /** Minimum changes per second, below which the run fails; null without a limit. */
  readonly perSecondMin: number | null;
  /** @throws Error when a counter differs from the number of the rows */
  check(client: Client): Promise<void>;
};

/** The database of the questions, and the server under test. */
export type Place = {
  readonly client: Client;
  readonly server: ProductServer;
  readonly visitor: Visitor;
};

export type Schedule = { readonly rounds: number; readonly loadMs: number; readonly warmUpMs: number };

/** All questions about one world. */
export type QuestionTable = {
  readonly name: string;
  /** Description of the world. */
  readonly size: object;
  fill(client: Client): Promise<void>;
  /** The visitors, by their numbers in the world. */
  readonly visitors: readonly number[];
  /** Jobs that prepare data. A worker runs each once, and keeps running. */
  readonly jobs: readonly string[];
  ask(
    place: Place,
  ): Promise<{ readonly questions: readonly Question[]; readonly changes: readonly Change[] }>;
  /** Tables that no statement may scan sequentially. */
  readonly largeTables: readonly string[];
  readonly schedule: { readonly usual: Schedule; readonly full: Schedule };
};
