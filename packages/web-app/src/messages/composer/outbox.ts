import { apiErrorsOf, type SessionClient } from '@plaza/client';
import type { SendMessageInput } from '../../generated/schema.ts';
import type { MessagePreviewFragment } from '../message/message.generated.ts';
import { SendMessageDocument } from './send.generated.ts';

/** A message on its way, kept by the browser until the server has it. */
export type Unsent = {
  /** The key of idempotency of every attempt. */
  readonly key: string;
  readonly conversationId: string;
  readonly input: Omit<SendMessageInput, 'conversationId' | 'idempotencyKey' | 'clientData'>;
  /** Shown until then. */
  readonly preview: MessagePreviewFragment;
  readonly createdAt: string;
  /** Why the server does not take it; it waits for its author then. */
  readonly refusal: string | null;
};

export type Outbox = ReturnType<typeof createOutbox>;

const AGAIN_MS = 3_000;
/** Refusals of the moment, after which the same attempt may succeed. */
const PASSING: ReadonlySet<string> = new Set([
  'IDEMPOTENCY_IN_PROGRESS',
  'INTERNAL',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
]);

const outboxes = new WeakMap<SessionClient, Map<string, Outbox>>();

/** The outbox of the signed-in user, the same one for all of the app. */
export function outboxOf(client: SessionClient): Outbox {
  const userId = client.session.userId() ?? '';
  const known = outboxes.get(client) ?? new Map<string, Outbox>();
  outboxes.set(client, known);
  const outbox = known.get(userId) ?? createOutbox(client, `plaza.outbox.${userId}`);
  known.set(userId, outbox);
  return outbox;
}

function createOutbox(client: SessionClient, storageKey: string) {
  const listeners = new Set<() => void>();
  let items = read(storageKey);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sending = new Set<string>();

  const change = (next: readonly Unsent[]): void => {
    items = next;
    if (items.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(items));
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', ({ key }) => {
    if (key !== storageKey) return;
    items = read(storageKey);
    for (const listener of listeners) listener();
  });

  /** Sends what waits in one conversation, one after the other. */
  async function send(conversationId: string): Promise<void> {
    if (sending.has(conversationId)) return;
    sending.add(conversationId);
    try {
      for (;;) {
        const next = items.find((item) => item.conversationId === conversationId && item.refusal === null);
        if (!next) return;
        const refusal = await attempt(client, next);
        change(
          refusal === null
            ? items.filter(({ key }) => key !== next.key)
            : items.map((item) => (item.key === next.key ? { ...item, refusal } : item)),
        );
      }
    } catch {
      clearTimeout(timer);
      timer = setTimeout(flush, AGAIN_MS);
    } finally {
      sending.delete(conversationId);
    }
  }
  function flush(): void {
    const waiting = new Set(items.map(({ conversationId }) => conversationId));
    for (const conversationId of waiting) void send(conversationId);
  }
  return {
    all: () => items,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @returns the key of the message, which its `clientData` has, too */
    add(unsent: Pick<Unsent, 'conversationId' | 'input' | 'preview'>): string {
      const createdAt = new Date().toISOString();
      const key = crypto.randomUUID();
      change([...items, { ...unsent, key, createdAt, refusal: null }]);
      void send(unsent.conversationId);
      return key;
    },
    retry(unsentKey: string): void {
      change(items.map((item) => (item.key === unsentKey ? { ...item, refusal: null } : item)));
      flush();
    },
    discard: (unsentKey: string): void => change(items.filter(({ key }) => key !== unsentKey)),
    clear: (): void => change([]),
    flush,
  };
}

/** @returns why it was refused, or null @throws Error while it may succeed later */
async function attempt(
  { apollo }: SessionClient,
  { key, conversationId, input }: Unsent,
): Promise<string | null> {
  try {
    const { data } = await apollo.mutate({
      mutation: SendMessageDocument,
      variables: { input: { ...input, conversationId, idempotencyKey: key, clientData: { key } } },
    });
    const errors = data?.sendMessage?.errors ?? [];
    if (errors.some(({ code }) => PASSING.has(code))) throw new Error('The message was not taken yet.');
    return errors.length > 0 ? errors.map(({ message }) => message).join(' ') : null;
  } catch (error) {
    const refused = apiErrorsOf(error).filter(({ code }) => !PASSING.has(code));
    if (refused.length === 0) throw error;
    return refused.map(({ message }) => message).join(' ');
  }
}

function read(storageKey: string): readonly Unsent[] {
  // Nothing else is written there.
  return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as readonly Unsent[];
}
