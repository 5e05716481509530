import type { ExecutionResult, GraphQLError } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { codedError, codeOf, toClientError } from '#api/execution/error-format.ts';
import type { Execution, Prepared, VariableValues } from '#api/execution/execution.ts';
import { nextMessage } from '#api/live/frames.ts';
import type { Live } from '#api/live/live.ts';
import type { LiveOperation, LiveSocket } from '#api/live/subscriber.ts';
import { startOperation } from '#api/execution/operation-signal.ts';
import { isRefusal } from '#api/execution/prepare.ts';
import { resultText } from '#api/execution/result-text.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { SocketWriter } from './socket-writer.ts';

export type OperationOptions = {
  readonly execution: Execution;
  readonly live: Live;
  readonly limits: Limits;
  readonly log: Logger;
};

/** The part of its socket that an operation needs. */
export type OperationSocket = LiveSocket &
  Pick<SocketWriter, 'send'> & {
    readonly options: OperationOptions;
    /** Running operations, by the ids that the client gave them. */
    readonly operations: Map<string, SocketOperation>;
    /** Number of those that are executed or begin, with those that the client has completed and that are not over yet. */
    readonly underWay: number;
  };

/** One operation of a socket. Nothing is sent for it once it is not among the socket's operations. */
export class SocketOperation implements LiveOperation {
  readonly id: string;
  readonly socket: OperationSocket;
  /** Stopped by its end: its execution or start, then its subscription. */
  private running: { abandon(): void } | null = null;

  constructor(socket: OperationSocket, id: string) {
    this.socket = socket;
    this.id = id;
    socket.operations.set(id, this);
  }

  /** Executes a query or mutation, or starts a subscription. */
  async start(payload: SubscribePayload): Promise<void> {
    const { operations, underWay, options } = this.socket;
    // Operations that the client completes at once would otherwise keep the database busy in any number.
    const count = Math.max(operations.size, underWay);
    if (count > options.limits.socketSubscriptions) return this.fail(tooMany(options.limits));
    const prepared = options.execution.prepare(payload.query, payload.operationName ?? null);
    if (isRefusal(prepared)) return this.refuse(prepared);
    const isSubscription = prepared.operation.operation === 'subscription';
    await (isSubscription ? this.subscribe : this.execute).call(this, prepared, payload.variables ?? {});
  }

  /** Nobody waits for it any more. */
  abandon(): void {
    if (this.isRunning()) this.socket.operations.delete(this.id);
    this.running?.abandon();
  }

  ended(error: unknown): void {
    void this.complete(error === null ? null : { errors: [toClientError(error, this.socket.options.log)] });
  }

  private async execute(prepared: Prepared, variables: VariableValues): Promise<void> {
    const { execution, limits } = this.socket.options;
    const executing = startOperation(limits.operationTimeoutMs);
    this.running = executing;
    const result = await execution.execute(prepared, variables, this.socket.contextOf(executing.signal));
    executing.finish();
    if (result.errors && !('data' in result)) this.refuse(result.errors);
    else await this.complete(result);
  }

  /** Ends when the subscription has started, so that nothing of the start stays in memory with it. */
  private async subscribe(prepared: Prepared, variables: VariableValues): Promise<void> {
    const starting = startOperation(null);
    this.running = starting;
    try {
      const { live } = this.socket.options;
      const started = await live.subscribe(
        { prepared, variables },
        this.socket.contextOf(starting.signal),
        this,
      );
      if ('errors' in started) return this.refuse(started.errors);
      this.running = started;
      if (!this.isRunning()) started.abandon();
    } catch (error) {
      this.fail(toClientError(error, this.socket.options.log), 'subscription');
    }
  }

  private async complete(last: ExecutionResult | null): Promise<void> {
    if (last && this.isRunning()) await this.socket.send(nextMessage(this.id, resultText(last)));
    if (!this.isRunning()) return;
    this.socket.operations.delete(this.id);
    await this.socket.send({ id: this.id, type: 'complete' });
  }

  private isRunning(): boolean {
    return this.socket.operations.get(this.id) === this;
  }

  private fail(error: GraphQLError, type: 'subscription' | 'unknown' = 'unknown'): void {
    this.socket.options.execution.refused({ type, code: codeOf(error) });
    this.refuse([error]);
  }

  private refuse(errors: readonly GraphQLError[]): void {
    if (!this.isRunning()) return;
    this.socket.operations.delete(this.id);
    void this.socket.send({ id: this.id, type: 'error', payload: errors });
  }
}

function tooMany(limits: Limits): GraphQLError {
  const message = `Run at most ${limits.socketSubscriptions} operations at once on a socket.`;
  return codedError('LIMIT_REACHED', message, { limit: limits.socketSubscriptions });
}
