import type { JoinedCall } from '@plaza/client';
import { useSyncExternalStore } from 'react';
import type { Device } from '../devices/use-device.ts';
import { keptValue } from '../kept-value.ts';

/** The connection of this tab to a call, and what its reader sends. */
export type RunningCall = {
  readonly callId: string;
  readonly joined: JoinedCall | null;
  /** Whether the call server could not be reached, even anew. */
  readonly isCut: boolean;
  readonly microphone: Device;
  readonly camera: Device;
  readonly screen: MediaStreamTrack | null;
  readonly setScreen: (track: MediaStreamTrack | null) => void;
  readonly reconnect: () => void;
};

/** The call that this tab carries. A tab that is loaded again carries it on. */
const held = keptValue(sessionStorage, 'plaza.call', (text) => text);

/** Tabs of one browser have one session, which has one connection: the tab that took the call last. */
const tabs = new BroadcastChannel('plaza.calls');
tabs.addEventListener('message', ({ data }) => {
  if (data === held.read()) held.write(null);
});

export const useHeldCall = held.use;

export const holdCall = (id: string): void => held.write(id);

export function letGo(id: string): void {
  if (held.read() === id) held.write(null);
}

/** Makes other tabs let go of a call. */
export const tellTabs = (id: string): void => tabs.postMessage(id);

let running: RunningCall | null = null;
const listeners = new Set<() => void>();

/** Shows screens the state of the call that this tab carries. */
export function showRunning(state: RunningCall | null): void {
  running = state;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useShownCall = (): RunningCall | null => useSyncExternalStore(listen, () => running);
