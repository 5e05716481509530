import type { RequestContext } from './context.ts';

/** Reads many objects of one kind by their keys in one statement. */
export type Loader<Value> = {
  readonly name: string;
  /** Whether it reads the same for everybody, so that events that are executed together read it once. */
  readonly isForEverybody?: true;
  /** Keys that are absent or invisible to the caller are missing in the map. */
  readonly batch: (ctx: RequestContext, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
};

/** Synchronous when the operation has already read it, since a page can have thousands of fields. */
type Loaded<Value> = Value | Promise<Value>;

const BATCH_KEYS_MAX = 1_000;

/** Reads one object; reads within one turn of the event loop share one statement, and each object is read once per operation. */
export function load<Value>(ctx: RequestContext, loader: Loader<Value>, key: string): Loaded<Value | null> {
  const state = stateOf(ctx, loader);
  const known = state.values.get(key);
  if (known !== undefined) return known;
  let waiting = state.waiting.get(key);
  if (!waiting) {
    state.next ??= startBatch(ctx, loader, state);
    state.next.keys.push(key);
    waiting = state.next.done.then(() => state.values.get(key) ?? null);
    state.waiting.set(key, waiting);
  }
  return waiting;
}

/** @returns the objects in the order of `keys`, without those that are absent or invisible */
export function loadMany<Value>(
  ctx: RequestContext,
  loader: Loader<Value>,
  keys: readonly string[],
): Loaded<Value[]> {
  const { values } = stateOf(ctx, loader);
  if (keys.every((key) => values.has(key))) return present(keys.map((key) => values.get(key) ?? null));
  return Promise.all(keys.map(async (key) => load(ctx, loader, key))).then(present);
}

const present = <Value>(values: readonly (Value | null)[]): Value[] =>
  values.filter((value) => value !== null);

/** Primes the loader with rows that another statement has read under the loader's own conditions. */
export function prime<Row extends { readonly id: string }>(
  ctx: RequestContext,
  loader: Loader<Row>,
  rows: readonly NoInfer<Row>[],
): void {
  const { values } = stateOf(ctx, loader);
  for (const row of rows) values.set(row.id, row);
}

/** Primes the loader with the value of one key after a write; null when it has none. */
export function primeKey<Value>(
  ctx: RequestContext,
  loader: Loader<Value>,
  key: string,
  value: NoInfer<Value> | null,
): void {
  stateOf(ctx, loader).values.set(key, value);
}

/** Results of one loader in one operation. */
type State<Value> = {
  /** Null when absent or invisible. */
  readonly values: Map<string, Value | null>;
  readonly waiting: Map<string, Promise<Value | null>>;
  /** The batch that collects keys until the turn of the event loop ends. */
  next: Batch | null;
};

type Batch = { readonly keys: string[]; readonly done: Promise<void> };

function stateOf<Value>(ctx: RequestContext, loader: Loader<Value>): State<Value> {
  const loaded = (loader.isForEverybody && ctx.shared?.loaded) || ctx.loaded;
  // Only this function writes entries of a loader, and it starts them empty.
  const known = loaded.get(loader) as State<Value> | undefined;
  if (known) return known;
  const state: State<Value> = { values: new Map(), waiting: new Map(), next: null };
  loaded.set(loader, state);
  return state;
}

function startBatch<Value>(ctx: RequestContext, loader: Loader<Value>, state: State<Value>): Batch {
  const keys: string[] = [];
  const done = endOfTurn().then(async () => {
    state.next = null;
    try {
      for (let start = 0; start < keys.length; start += BATCH_KEYS_MAX) {
        const part = keys.slice(start, start + BATCH_KEYS_MAX);
        const found = await loader.batch(ctx, part);
        for (const key of part) state.values.set(key, found.get(key) ?? null);
      }
    } finally {
      // A failed key is read again by the next caller.
      for (const key of keys) state.waiting.delete(key);
    }
  });
  return { keys, done };
}

/** Runs after the continuations of all settled promises, which may add more keys. */
function endOfTurn(): Promise<void> {
  return Promise.resolve().then(() => new Promise((resolve) => process.nextTick(resolve)));
}
