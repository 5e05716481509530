import { useEffect, useState } from 'react';
import type { DeviceKind } from './chosen-devices.ts';

export type ListedDevice = {
  readonly id: string;
  /** Empty until the reader has let the app use one. */ readonly name: string;
};

export type DeviceList = Readonly<Record<DeviceKind, readonly ListedDevice[]>>;

const NONE: DeviceList = { microphone: [], camera: [], speaker: [] };
const KINDS = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const;
/** Names by which browsers list a device a second time. */
const ALIASES = new Set(['', 'default', 'communications']);

/** Devices that are plugged in, kept current. Another `opened` looks again, since names are told after the first use alone. */
export function useDeviceList(opened: unknown): DeviceList {
  const [list, setList] = useState(NONE);
  useEffect(() => {
    let isOver = false;
    const look = (): void =>
      void listed().then(
        (found) => {
          if (!isOver) setList(found);
        },
        // The list from before stays.
        () => undefined,
      );
    look();
    navigator.mediaDevices?.addEventListener('devicechange', look);
    return () => {
      isOver = true;
      navigator.mediaDevices?.removeEventListener('devicechange', look);
    };
  }, [opened]);
  return list;
}

async function listed(): Promise<DeviceList> {
  const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  const of = (kind: DeviceKind): ListedDevice[] =>
    all
      .filter((device) => device.kind === KINDS[kind] && !ALIASES.has(device.deviceId))
      .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
  return { microphone: of('microphone'), camera: of('camera'), speaker: of('speaker') };
}
