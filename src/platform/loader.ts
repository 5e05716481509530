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

/** Forgets what the operation has read: after a write its own reads must see the new rows. */
export function forgetLoaded(ctx: RequestContext): void {
  loadersByContext.delete(ctx);
}

const loadersByContext = new WeakMap<RequestContext, Map<Loader<never>, DataLoader<string, never>>>();

function dataLoaderOf<Value>(ctx: RequestContext, loader: Loader<Value>): DataLoader<string, Value | null> {
  let loaders = loadersByContext.get(ctx);
  if (!loaders) loadersByContext.set(ctx, (loaders = new Map()));
  // The map is keyed by the loader itself, so what it holds under one has that loader's value type.
  const known = loaders as unknown as Map<Loader<Value>, DataLoader<string, Value | null>>;
  let dataLoader = known.get(loader);
  if (!dataLoader) {
    dataLoader = new DataLoader(
      async (keys: readonly string[]) => {
        const found = await loader.batch(ctx, keys);
        return keys.map((key) => found.get(key) ?? null);
      },
      { maxBatchSize: BATCH_KEYS_MAX },
    );
    known.set(loader, dataLoader);
  }
  return dataLoader;
}
