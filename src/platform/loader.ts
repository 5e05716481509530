import type { RequestContext } from './context.ts';

/** How many objects of one kind are read by their keys in one statement. */
export type Loader<Value> = {
  readonly name: string;
  /** Keys that are absent or invisible to the caller are missing in the map. */
  readonly batch: (ctx: RequestContext, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
};

/** At once when the operation has read it already: thousands of fields need no promise of their own then. */
type Loaded<Value> = Value | Promise<Value>;

const BATCH_KEYS_MAX = 1_000;

/** Reads one object; all reads of one turn of the event loop share one statement, and one operation reads each object once. */
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

/** Gives the loader what another statement has read already, under the loader's own conditions. */
export function prime<Value>(ctx: RequestContext, loader: Loader<Value>, key: string, value: Value): void {
  stateOf(ctx, loader).values.set(key, value);
}

/** Forgets what the operation has read: after a write its own reads must see the new rows. */
export function forgetLoaded(ctx: RequestContext): void {
  states.delete(ctx);
}

/** What one operation has read by one loader. */
type State<Value> = {
  /** Null for what is absent or invisible. */
  readonly values: Map<string, Value | null>;
  readonly waiting: Map<string, Promise<Value | null>>;
  /** The batch that takes more keys until the turn of the loop ends. */
  next: Batch | null;
};

type Batch = { readonly keys: string[]; readonly done: Promise<void> };

const states = new WeakMap<RequestContext, Map<Loader<unknown>, State<unknown>>>();

function stateOf<Value>(ctx: RequestContext, loader: Loader<Value>): State<Value> {
  let ofContext = states.get(ctx);
  if (!ofContext) states.set(ctx, (ofContext = new Map<Loader<unknown>, State<unknown>>()));
  let state = ofContext.get(loader);
  if (!state) {
    state = { values: new Map<string, unknown>(), waiting: new Map<string, Promise<unknown>>(), next: null };
    ofContext.set(loader, state);
  }
  // Only this function puts something under a loader, and what it puts there starts empty.
  return state as State<Value>;
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
      // A key that failed is read anew by whoever asks next.
      for (const key of keys) state.waiting.delete(key);
    }
  });
  return { keys, done };
}

/** After every promise that is settled by now has been followed up: those follow-ups ask for more keys. */
function endOfTurn(): Promise<void> {
  return Promise.resolve().then(() => new Promise((resolve) => process.nextTick(resolve)));
}
