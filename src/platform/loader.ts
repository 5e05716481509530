import DataLoader from 'dataloader';
import type { RequestContext } from './context.ts';

/** How many objects of one kind are read by their keys in one statement. */
export type Loader<Value> = {
  readonly name: string;
  /** Keys that are absent or invisible to the caller are missing in the map. */
  readonly batch: (ctx: RequestContext, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
};

const BATCH_KEYS_MAX = 1_000;

/** Reads one object; all reads of one turn of the event loop share one statement, and one operation reads each object once. */
export function load<Value>(ctx: RequestContext, loader: Loader<Value>, key: string): Promise<Value | null> {
  return dataLoaderOf(ctx, loader).load(key);
}

/** @returns the objects in the order of `keys`, without those that are absent or invisible */
export async function loadMany<Value>(
  ctx: RequestContext,
  loader: Loader<Value>,
  keys: readonly string[],
): Promise<Value[]> {
  const values = await Promise.all(keys.map((key) => load(ctx, loader, key)));
  return values.filter((value) => value !== null);
}

/** Gives the loader what another statement has read already, under the loader's own conditions. */
export function prime<Value>(ctx: RequestContext, loader: Loader<Value>, key: string, value: Value): void {
  dataLoaderOf(ctx, loader).prime(key, value);
}

/** Forgets what the operation has read: after a write its own reads must see the new rows. */
export function forgetLoaded(ctx: RequestContext): void {
  loadersByContext.delete(ctx);
}

/** One map per context; what it holds under a loader has that loader's value type. */
type DataLoaders = Map<Loader<unknown>, DataLoader<string, unknown>>;

const loadersByContext = new WeakMap<RequestContext, DataLoaders>();

function dataLoaderOf<Value>(ctx: RequestContext, loader: Loader<Value>): DataLoader<string, Value | null> {
  const loaders: DataLoaders =
    loadersByContext.get(ctx) ?? new Map<Loader<unknown>, DataLoader<string, unknown>>();
  loadersByContext.set(ctx, loaders);
  // Only the line below puts something under this key.
  const known = loaders.get(loader) as DataLoader<string, Value | null> | undefined;
  if (known) return known;
  const made = new DataLoader<string, Value | null>(
    async (keys) => {
      const found = await loader.batch(ctx, keys);
      return keys.map((key) => found.get(key) ?? null);
    },
    { maxBatchSize: BATCH_KEYS_MAX },
  );
  loaders.set(loader, made);
  return made;
}
