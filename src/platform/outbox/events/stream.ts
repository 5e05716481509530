import type { EventCursor, LogPosition } from './cursor.ts';
import type { EventDefinition, Recipients } from './definition.ts';

/** An event as delivered to a subscription. */
export type LiveEvent = {
  /**
   * Position in the log, strictly increasing in the order of delivery.
   * An ephemeral event has none of its own and carries that of the event before it.
   */
  readonly position: number;
  /** Id of the logged event at the position; null when it is not known. */
  readonly loggedId: string | null;
  /** False for an ephemeral event, which is not replayed. */
  readonly isStored: boolean;
  readonly eventId: string;
  readonly name: string;
  readonly payload: object;
  /** The conversation or call whose members it is for; null when it is addressed to users. */
  readonly topic: string | null;
  readonly occurredAt: Date;
};

/** An event with the rows that it refers to. */
export type EventWithFacts = { readonly event: LiveEvent; readonly facts: object };

/** One kind of subscription in a process: the events it is about, and how they reach its subscribers, which are all of one type. */
export type LiveSource<Receiver extends Subscriber = Subscriber> = {
  readonly names: readonly string[];
  /**
   * The users who may be told of an event with a topic.
   * @param isHere whether a user has a subscription of this kind in this process: the others need not be found
   */
  readonly audienceOf: (
    event: LiveEvent,
    isHere: (userId: string) => boolean,
  ) => Promise<ReadonlySet<string>>;
  /** Reads the facts of events; null for one whose rows are deleted, which is told to nobody. */
  readonly readFacts: (events: readonly LiveEvent[]) => Promise<readonly (object | null)[]>;
  /**
   * Starts to tell subscribers of an event, in the order of the calls. Never waits and never throws.
   * @param byUser those of each user; none is empty
   */
  deliver(delivered: EventWithFacts, byUser: readonly (readonly Receiver[])[]): void;
  /** Tells a subscriber of events that it has missed, in order; resolves when there is room for more. */
  replay(subscriber: Receiver, missed: readonly EventWithFacts[]): Promise<void>;
};

export type Subscriber = {
  readonly userId: string;
  /** False once it has ended, or nobody waits for it any more. */
  readonly isOpen: boolean;
  /** Position up to which the subscriber was told of all stored events. The event stream alone sets it. */
  upTo: number;
  /** Whether the arguments of the subscription, and the visibility of the facts, let the user be told. */
  admits(facts: object): boolean;
  /** No further event comes: after an error, such as CURSOR_EXPIRED, or because the process stops. */
  end(error: unknown): void;
};

/** Where a subscription begins that does not begin with the next event. */
export type Missed = {
  readonly after: EventCursor;
  /** The topics whose members the user is one of. */
  readonly topics: readonly string[];
};

/** Live events of one process. */
export type EventStream = {
  /**
   * Tells a subscriber of the events after `missed`, or from now on, in order, without gap or duplicate.
   * @returns a function that ends it
   * @throws AppError CURSOR_EXPIRED when the log no longer reaches back to the cursor, or has another event there
   */
  subscribe<Receiver extends Subscriber>(
    source: LiveSource<Receiver>,
    subscriber: Receiver,
    missed: Missed | null,
  ): Promise<() => void>;
  /** Sends an event that is not stored to the current subscribers in every process. */
  sendEphemeral<Payload extends object>(
    event: EventDefinition<Payload>,
    payload: Payload,
    to: Recipients,
  ): void;
  /**
   * Names an event and the state of what it is about: the name changes with every further event of its topic, or of the log
   * where it has none, so that what was read for the event before is not told after it.
   */
  stateOf(event: LiveEvent): string;
  /** The position of the newest event that this process has delivered. */
  newest(): LogPosition;
  /**
   * Counts how often the log was set back, with its database, since the process started: versions of rows remembered before
   * may return with other contents.
   */
  setBacks(): number;
  onSetBack(listener: () => void): void;
};
