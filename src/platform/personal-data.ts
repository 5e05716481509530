import type { Services } from './context.ts';

/**
 * What a domain keeps of a person, as they get it when they ask for their data: everything of their own and nothing of
 * others', who appear by id and username alone.
 */
export type ExportPart = {
  /** The name of the file in the archive, without its ending. */
  readonly name: string;
  /** Says in a sentence, to the person, what the file holds. */
  readonly description: string;
  /** Read in batches, so that no part need fit into memory. */
  rows(services: Services, userId: string): AsyncIterable<object>;
  /** Files that lie beside it, in a folder of the same name. */
  files?(services: Services, userId: string): AsyncIterable<ExportFile>;
};

export type ExportFile = {
  /** Unique within the part. */
  readonly name: string;
  /** Where it lies in the storage. */
  readonly key: string;
};
