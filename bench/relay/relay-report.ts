import { median, report } from '../harness/report.ts';
import type { Size, Target } from '../harness/report.ts';

/** The same transactions without a relay, with one, with two followers beside it, and in two processes. */
export const TURNS = ['not relayed', 'relayed', 'two followers', 'two processes'] as const;
export type TurnName = (typeof TURNS)[number];

/** Samples of the sessions while nobody can relay, and those of them that wait for a row. */
export type Held = { readonly samples: number; readonly waiting: number };

export type Turn = {
  /** Transactions, until the last event is in the log, or has been followed. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly maxMs: number;
  readonly nodeMicroseconds: number;
  readonly postgresMicroseconds: number;
  readonly held: Held | null;
};

export type Round = Readonly<Record<TurnName, Turn>>;

export type RelayMeasurement = {
  readonly rounds: readonly Round[];
  readonly connections: number;
  /** How long the head of the log was locked in each turn of two processes. */
  readonly heldMs: number;
};

const RELAYED_MIN = 0.7;
const FOLLOWED_MIN = 0.55;

/** @returns whether every target was met */
export function reportRelay(measured: RelayMeasurement, size: Size): Promise<boolean> {
  const { rounds, ...given } = measured;
  const turns = TURNS.map((name) => {
    const medianOf = (value: (turn: Turn) => number): number =>
      median(rounds.map((round) => value(round[name])));
    return {
      name,
      perSecond: medianOf(({ perSecond }) => perSecond),
      ratio: ratioOf(rounds, name),
      p50Ms: medianOf(({ p50Ms }) => p50Ms),
      maxMs: Math.max(...rounds.map((round) => round[name].maxMs)),
      nodeMicroseconds: medianOf(({ nodeMicroseconds }) => nodeMicroseconds),
      postgresMicroseconds: medianOf(({ postgresMicroseconds }) => postgresMicroseconds),
    };
  });
  return report({
    scenario: 'relay',
    size,
    tables: [
      turns.map((turn) => ({
        [`${given.connections} connections`]: turn.name,
        'transactions/s': turn.perSecond.toFixed(0),
        ratio: turn.ratio.toFixed(2),
        'p50 ms': turn.p50Ms.toFixed(2),
        'slowest ms': turn.maxMs.toFixed(1),
        'node µs each': turn.nodeMicroseconds.toFixed(0),
        'postgres µs each': turn.postgresMicroseconds.toFixed(0),
      })),
    ],
    targets: targetsOf(measured),
    result: { ...given, turns, rounds },
  });
}

const ratioOf = (rounds: readonly Round[], name: TurnName): number =>
  median(rounds.map((round) => round[name].perSecond / round['not relayed'].perSecond));

function targetsOf({ rounds, heldMs }: RelayMeasurement): Target[] {
  const held = rounds.map((round) => round['two processes'].held);
  const samples = held.reduce((sum, one) => sum + (one?.samples ?? 0), 0);
  const waiting = held.reduce((sum, one) => sum + (one?.waiting ?? 0), 0);
  const slowestMs = Math.max(...rounds.map((round) => round['two processes'].maxMs));
  return [
    atLeast('relayed / not relayed', ratioOf(rounds, 'relayed'), RELAYED_MIN),
    atLeast('with two followers / not relayed', ratioOf(rounds, 'two followers'), FOLLOWED_MIN),
    {
      name: `sessions that wait for a row, in ${samples} samples`,
      measured: waiting,
      wanted: '0',
      isMet: waiting === 0,
    },
    {
      name: 'slowest transaction while the head is locked, ms',
      measured: slowestMs,
      wanted: `< ${heldMs}`,
      isMet: slowestMs < heldMs,
    },
  ];
}

const atLeast = (name: string, measured: number, min: number): Target => ({
  name,
  measured,
  wanted: `>= ${min.toFixed(2)}`,
  isMet: measured >= min,
});
