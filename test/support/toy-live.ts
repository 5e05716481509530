import type { ExecutionResult } from 'graphql';
import { toClientError } from '#api/error-format.ts';
import type { Execution } from '#api/execution.ts';
import { createFrames } from '#api/live/frames.ts';
import type { Live } from '#api/live/live.ts';
import { SlowReader } from './toy-schema.ts';
import { silentLog } from './toy-server.ts';

/** Delivers what the generators of the toy schema yield, so that transports need no event log. */
export function toyLive(execution: Execution): Live {
  return {
    async subscribe({ prepared, variables }, startCtx, socket) {
      const started = await execution.subscribe(prepared, variables, startCtx, (work) => work());
      if ('errors' in started) return started;
      const { operation, source } = started;
      const stop = new AbortController();
      const { promise: ended, resolve } = Promise.withResolvers<ExecutionResult | null>();
      const ctx = socket.contextOf(stop.signal);

      async function deliverAll(): Promise<null> {
        for await (const event of source) {
          if (stop.signal.aborted) return null;
          const { result } = await execution.executeEvent(operation, Object(event), ctx);
          socket.write(createFrames(JSON.stringify(result)).of(socket.idJson));
          await socket.hasRoom();
        }
        return null;
      }

      deliverAll().then(resolve, (error: unknown) => {
        if (error instanceof SlowReader) socket.tooSlow();
        else resolve({ errors: [toClientError(error, silentLog)] });
      });
      return {
        ended,
        end() {
          stop.abort();
          resolve(null);
        },
      };
    },
  };
}
