import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Db } from '#platform/db/database.ts';
import { keyedHash } from '#platform/secrets/keyed-hash.ts';
import { dayOf } from './statement-exports.policy.ts';
import type { DaySpan, Statement } from './statement-exports.types.ts';
import { listStatements } from './statements.queries.ts';

const BATCH_ROWS = 500;

type Writing = {
  readonly span: DaySpan;
  readonly secret: Uint8Array;
  /** Called with the number of lines of each batch. */
  readonly count: (lines: number) => void;
};

/** The text of a file in parts, of which only one is held at a time: a line of JSON for each statement. */
export async function* linesOf(db: Db, { span, secret, count }: Writing): AsyncGenerator<string> {
  let after: Pick<Statement, 'decidedAt' | 'id'> | undefined = { decidedAt: span.startsAt, id: FIRST_ID };
  while (after) {
    const batch = await listStatements(db, { ...span, after, limit: BATCH_ROWS });
    count(batch.length);
    // In an order that tells nothing of the decisions.
    const lines = batch.map((statement) => lineOf(statement, secret)).toSorted();
    if (lines.length > 0) yield lines.join('');
    after = batch.at(-1);
  }
}

/** A line: no id, name or text of people or contents, and days in place of moments. */
function lineOf(statement: Statement, secret: Uint8Array): string {
  const { decidedAt, expiresAt, appealableUntil, scope, policyTitle, ...facts } = statement;
  const line = {
    statement: keyedHash(secret, JSON.stringify(['statement', facts.id])).toString('base64url'),
    decidedOn: dayOf(decidedAt),
    contentType: facts.subjectKind,
    actions: facts.actions,
    ground: facts.ground,
    policy: policyTitle,
    category: facts.reason,
    source: facts.isNoticed ? 'ILLEGAL_CONTENT_NOTICE' : facts.source,
    isDetectedAutomatically: facts.automatedDetection,
    isDecidedAutomatically: facts.automatedDecision,
    isEverywhere: scope === null,
    countries: scope === null ? [] : countriesIn(scope),
    endsOn: expiresAt && dayOf(expiresAt),
    appealableUntil: dayOf(appealableUntil),
  };
  return `${JSON.stringify(line)}\n`;
}

const COUNTRIES = /^[A-Z]{2}(?:[ ,;]+[A-Z]{2})*$/;

/** The countries that a territory names by their codes; empty for other words, which an admin wrote and nobody else has read. */
const countriesIn = (scope: string): string[] => (COUNTRIES.test(scope) ? scope.split(/[ ,;]+/) : []);
