import type { Load, Sample } from './question-measure.ts';
import type { AskedStatements } from './question-statements.ts';
import { median } from './feed-report.ts';

/** One thing that was asked again and again. */
export type Measured = {
  /** The row of the results. Of several with one name the slowest stands there. */
  readonly name: string;
  /** What tells it from others with the same name. */
  readonly asked: string;
  readonly p50MsMax: number | null;
  readonly samples: readonly Sample[];
};

export type Row = {
  readonly name: string;
  readonly p50MsMax: number | null;
  readonly alone: Load;
  readonly atOnce: Load;
  readonly nodeMs: number | null;
  readonly postgresMs: number | null;
};

/** Medians over the rounds; of several with one name the slowest. */
export function rowsOf(measured: readonly Measured[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { name, p50MsMax, samples } of measured) {
    const row: Row = {
      name,
      p50MsMax,
      alone: medianLoad(samples.map(({ alone }) => alone)),
      atOnce: medianLoad(samples.map(({ atOnce }) => atOnce)),
      nodeMs: medianOrNull(samples.map(({ nodeMs }) => nodeMs)),
      postgresMs: medianOrNull(samples.map(({ postgresMs }) => postgresMs)),
    };
    const known = rows.get(name);
    if (!known || known.alone.p50Ms < row.alone.p50Ms) rows.set(name, row);
  }
  return [...rows.values()];
}

const medianLoad = (loads: readonly Load[]): Load => ({
  requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
});

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

export type Target = {
  readonly name: string;
  readonly measured: number;
  readonly wanted: string;
  readonly isMet: boolean;
};

export function timeTargets(rows: readonly Row[]): Target[] {
  return rows.flatMap(({ name, p50MsMax, alone: { p50Ms } }) =>
    p50MsMax === null
      ? []
      : [{ name: `${name}, p50 ms`, measured: p50Ms, wanted: `< ${p50MsMax}`, isMet: p50Ms < p50MsMax }],
  );
}

/** Lists must not need more statements for many items than for one. */
export function evenStatements(statements: readonly AskedStatements[]): Target {
  const uneven = statements.filter(({ counts }) => counts?.of1 !== counts?.of50).length;
  return {
    name: 'lists with other statements for 50 items than for 1',
    measured: uneven,
    wanted: '0',
    isMet: uneven === 0,
  };
}

export function printed(
  row: Row,
  connections: number,
  statements: readonly AskedStatements[],
): Record<string, string> {
  const counts = new Set(statements.filter(({ name }) => name === row.name).map(({ fewest }) => fewest));
  return {
    question: row.name,
    'p50 ms': row.alone.p50Ms.toFixed(2),
    'p99 ms': row.alone.p99Ms.toFixed(1),
    'req/s': row.alone.requestsPerSecond.toFixed(0),
    [`p50 ms, ${connections} at once`]: row.atOnce.p50Ms.toFixed(1),
    [`p99 ms, ${connections} at once`]: row.atOnce.p99Ms.toFixed(1),
    [`req/s, ${connections} at once`]: row.atOnce.requestsPerSecond.toFixed(0),
    'node ms/req': row.nodeMs?.toFixed(2) ?? '-',
    'postgres ms/req': row.postgresMs?.toFixed(2) ?? '-',
    statements: counts.size === 0 ? '-' : [...counts].sort((left, right) => left - right).join(' or '),
  };
}

export const printedTarget = ({ name, measured, wanted, isMet }: Target): Record<string, string> => ({
  target: name,
  measured: Number.isInteger(measured) ? String(measured) : measured.toFixed(2),
  wanted,
  met: isMet ? 'yes' : 'NO',
});
