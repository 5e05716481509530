import { Client } from 'pg';
import type { QueryResultRow } from 'pg';

export type BoundStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
};

/** A few connections of the bare driver, each with several named statements in flight. */
export type Pipelines = {
  run<Row extends QueryResultRow>(statement: BoundStatement): Promise<Row[]>;
};

export async function openPipelines(options: {
  connectionString: string;
  connections: number;
}): Promise<Pipelines> {
  const lanes = Array.from({ length: options.connections }, () => ({
    client: new Client({
      connectionString: options.connectionString,
      options: '-c TimeZone=UTC',
      pipeline: true,
    }),
    underWay: 0,
  }));
  await Promise.all(lanes.map(({ client }) => client.connect()));
  return {
    async run<Row extends QueryResultRow>(statement: BoundStatement) {
      const lane = lanes.reduce((best, other) => (other.underWay < best.underWay ? other : best));
      lane.underWay += 1;
      try {
        const { rows } = await lane.client.query<Row>(statement);
        return rows;
      } finally {
        lane.underWay -= 1;
      }
    },
  };
}
