import { useEffect, useState } from 'react';
import { useChosenDevices } from './chosen-devices.ts';
import { type DeviceFailure, failureOf, openDevice, type SendingKind } from './open-device.ts';
import { useDeviceList } from './use-device-list.ts';

export type Device = {
  readonly track: MediaStreamTrack | null;
  readonly failure: DeviceFailure | null;
  /** Name of the device that came in place of one that was unplugged. */
  readonly replacement: string | null;
};

type Opened = Device & { readonly isGone: boolean };

const NOTHING: Opened = { track: null, failure: null, replacement: null, isGone: false };

/** The microphone or camera of the reader while it is wanted: another one as soon as they choose it, or when theirs is unplugged. */
export function useDevice(kind: SendingKind, isWanted: boolean): Device {
  const { [kind]: chosen } = useChosenDevices();
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState(NOTHING);
  const { [kind]: listed } = useDeviceList(opened.track);

  useEffect(() => {
    if (!isWanted) {
      setOpened(NOTHING);
      return undefined;
    }
    let isOver = false;
    let own: MediaStreamTrack | null = null;
    async function open(): Promise<void> {
      const track = await openDevice(kind, chosen);
      if (isOver) return track.stop();
      own = track;
      track.addEventListener('ended', () => {
        setOpened({ ...NOTHING, isGone: true });
        setAttempt((before) => before + 1);
      });
      setOpened(({ isGone }) => ({ ...NOTHING, track, replacement: isGone ? track.label : null }));
    }
    open().catch((error: unknown) => {
      if (!isOver) setOpened({ ...NOTHING, failure: failureOf(error) });
    });
    return () => {
      isOver = true;
      own?.stop();
      setOpened(({ isGone }) => ({ ...NOTHING, isGone }));
    };
  }, [kind, isWanted, chosen, attempt]);

  // A device that was missing, or the chosen one, may have been plugged in.
  const used = opened.track?.getSettings().deviceId;
  const ids = listed.map(({ id }) => id).join(' ');
  useEffect(() => {
    const isBack = used !== undefined && chosen !== '' && used !== chosen && ids.split(' ').includes(chosen);
    if (opened.failure === 'MISSING' || isBack) setAttempt((before) => before + 1);
    // A look at other moments than these would try again and again.
  }, [ids]);

  return opened;
}
