/** Loaded into a process before the product (`--import`), so that the benchmark can ask for its live heap. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes on the heap after a collection. */
export type LiveHeap = number;

setFlagsFromString('--expose-gc');
// The context was made after the flag was set, so it has the function.
const collect = runInNewContext('gc') as () => void;

process.on('message', () => {
  void (async () => {
    // The second collection takes what the finalizers of the first one release.
    collect();
    await nextTurn();
    collect();
    process.send?.(process.memoryUsage().heapUsed satisfies LiveHeap);
  })();
});
process.channel?.unref();
