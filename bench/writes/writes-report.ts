import type { Cost } from '../harness/measure.ts';
import { median, medianOrNull, report } from '../harness/report.ts';
import type { Size, Target } from '../harness/report.ts';

export const WRITES = [
  'sendMessage',
  'createPost',
  'addComment',
  'reactToPost',
  'reactToPost, one post',
  'removePostReaction',
  'reactToComment',
  'votePoll',
  'followUser',
  'savePost',
  'recordPostViews',
] as const;
export type WriteName = (typeof WRITES)[number];
/** Writes that change nothing when they are repeated, so that each is sent once and then taken back. */
export type FreshWriteName = 'removePostReaction' | 'followUser' | 'savePost' | 'recordPostViews';

export type Speed = Cost & { readonly perSecond: number; readonly p50Ms: number };

/** One caller and several, beside the floor. */
export type Measured = {
  readonly floorAlone: Speed;
  readonly alone: Speed;
  readonly floor: Speed;
  readonly product: Speed;
};

export type Round = {
  readonly writes: Readonly<Record<WriteName, Measured>>;
  /** Commits of one row by one caller. */
  readonly commit: Speed;
};

/** Maximum ratio to the floor, of the median latency of one caller and of the throughput of several. */
const RATIO_MAX = 2;
/** Minimum share of the floor's throughput, where all wait for the same row. */
const SHARE_OF_ONE_ROW_MIN = 0.5;
/** Commits of one row that a floor may take as long as, so that no floor is made slow. */
const FLOOR_COST_MAX: Partial<Record<WriteName, number>> = {
  sendMessage: 2.3,
  createPost: 3.3,
  addComment: 4.4,
  reactToPost: 1.5,
};

/** @returns whether every target was met */
export function reportWrites(
  { rounds, callers }: { rounds: readonly Round[]; callers: number },
  size: Size,
): Promise<boolean> {
  const writes = WRITES.map((name) => {
    const of = (value: (measured: Measured) => number): number =>
      median(rounds.map((round) => value(round.writes[name])));
    const orNull = (value: (measured: Measured) => number | null): number | null =>
      medianOrNull(rounds.map((round) => value(round.writes[name])));
    return {
      name,
      p50Ms: of(({ alone }) => alone.p50Ms),
      floorP50Ms: of(({ floorAlone }) => floorAlone.p50Ms),
      latencyRatio: of(({ alone, floorAlone }) => alone.p50Ms / floorAlone.p50Ms),
      perSecond: of(({ product }) => product.perSecond),
      floorPerSecond: of(({ floor }) => floor.perSecond),
      throughputRatio: of(({ product, floor }) => floor.perSecond / product.perSecond),
      nodeMs: orNull(({ product }) => product.nodeMs),
      postgresMs: orNull(({ product }) => product.postgresMs),
      floorPostgresMs: orNull(({ floor }) => floor.postgresMs),
      floorInCommits: median(
        rounds.map(({ writes, commit }) => writes[name].floorAlone.p50Ms / commit.p50Ms),
      ),
    };
  });
  return report({
    scenario: 'writes',
    size,
    tables: [
      writes.map((write) => ({
        [`${callers} callers`]: write.name,
        '/s': write.perSecond.toFixed(0),
        'floor/s': write.floorPerSecond.toFixed(0),
        ratio: write.throughputRatio.toFixed(2),
        'one caller, p50 ms': write.p50Ms.toFixed(2),
        'floor p50 ms': write.floorP50Ms.toFixed(2),
        'ratio of p50': write.latencyRatio.toFixed(2),
        'node ms': write.nodeMs?.toFixed(3) ?? '-',
        'postgres ms': write.postgresMs?.toFixed(3) ?? '-',
        'floor postgres ms': write.floorPostgresMs?.toFixed(3) ?? '-',
        'floor in commits': write.floorInCommits.toFixed(1),
      })),
    ],
    targets: writes.flatMap(targetsOf),
    result: { callers, writes, rounds },
  });
}

type Write = {
  readonly name: WriteName;
  readonly latencyRatio: number;
  readonly throughputRatio: number;
  readonly floorInCommits: number;
};

function targetsOf({ name, latencyRatio, throughputRatio, floorInCommits }: Write): Target[] {
  if (name === 'reactToPost, one post') {
    const share = 1 / throughputRatio;
    return [
      {
        name: `${name}: share of the floor's throughput`,
        measured: share,
        wanted: `≥ ${SHARE_OF_ONE_ROW_MIN}`,
        isMet: share >= SHARE_OF_ONE_ROW_MIN,
      },
    ];
  }
  const costMax = FLOOR_COST_MAX[name];
  return [
    atMost(`${name}: throughput, floor / product`, throughputRatio, RATIO_MAX),
    atMost(`${name}: p50 of one caller, product / floor`, latencyRatio, RATIO_MAX),
    ...(costMax === undefined
      ? []
      : [atMost(`${name}: floor in commits of one row`, floorInCommits, costMax)]),
  ];
}

const atMost = (name: string, measured: number, most: number): Target => ({
  name,
  measured,
  wanted: `≤ ${most}`,
  isMet: measured <= most,
});
