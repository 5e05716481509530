import { useSyncExternalStore } from 'react';

/** A value that a storage of this browser keeps, and that components read. */
export type KeptValue<Value> = {
  readonly read: () => Value;
  /** Null forgets it. */
  readonly write: (text: string | null) => void;
  readonly use: () => Value;
};

/** @param valueOf reads what is stored, which may be of an older release or nothing */
export function keptValue<Value>(
  storage: Storage,
  key: string,
  valueOf: (text: string | null) => Value,
): KeptValue<Value> {
  let value = valueOf(storage.getItem(key));
  const listeners = new Set<() => void>();
  const look = (): void => {
    value = valueOf(storage.getItem(key));
    for (const listener of listeners) listener();
  };
  // Other tabs choose too.
  globalThis.addEventListener('storage', (event) => {
    if (event.storageArea === storage && (event.key === key || event.key === null)) look();
  });
  const read = (): Value => value;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    read,
    write(text) {
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
      look();
    },
    use: () => useSyncExternalStore(subscribe, read),
  };
}
