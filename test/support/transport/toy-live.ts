import type { Execution } from '#api/execution/execution.ts';
import { createFrames } from '#api/live/frames.ts';
import type { Live } from '#api/live/live.ts';
import { SlowReader } from './toy-schema.ts';

/** Delivers what the generators of the toy schema yield, so that transports need no event log. */
export function toyLive(execution: Execution): Live {
  return {
    async subscribe({ prepared, variables }, startCtx, subscribed) {
      const started = await execution.subscribe(prepared, variables, startCtx, (work) => work());
      if ('errors' in started) return started;
      const { operation, source } = started;
      const { id, socket } = subscribed;
      const stop = new AbortController();
      const ctx = socket.contextOf(stop.signal);

      async function deliverAll(): Promise<void> {
        for await (const event of source) {
          if (stop.signal.aborted) return;
          const { result } = await execution.executeEvent(operation, Object(event), ctx);
          socket.write(createFrames(JSON.stringify(result)).of(id));
          await socket.hasRoom();
        }
        subscribed.ended(null);
      }

      deliverAll().catch((error: unknown) => {
        if (error instanceof SlowReader) socket.tooSlow();
        else subscribed.ended(error);
      });
      return { abandon: () => stop.abort() };
    },
  };
}
