import { REQUEST_EXPORT } from './accounts.ts';
import { unzip } from '#test/support/transport/unzip.ts';
import type { Person, World } from '#test/support/world.ts';

/** The rows of one part of a new export of a person's data. */
export async function exported(world: World, person: Person, part: string): Promise<unknown[]> {
  await person.do(REQUEST_EXPORT, { input: { password: person.password } });
  await world.runJobs();
  await world.runJobs();
  const { myDataExports } = await person.do('{ myDataExports { nodes { url } } }');
  const files = await unzip(Buffer.from(await (await fetch(myDataExports.nodes[0].url)).arrayBuffer()));
  return JSON.parse(files.get(`${part}.json`)?.toString() ?? 'null') as unknown[];
}
