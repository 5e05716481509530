import type { DeviceKind } from './chosen-devices.ts';

export type SendingKind = Exclude<DeviceKind, 'speaker'>;

/** Why there is no sound or picture of somebody. */
export type DeviceFailure = 'REFUSED' | 'MISSING' | 'BUSY';

const FAILURES: Readonly<Record<string, DeviceFailure>> = {
  NotAllowedError: 'REFUSED',
  SecurityError: 'REFUSED',
  NotFoundError: 'MISSING',
  OverconstrainedError: 'MISSING',
};

/** Opens the chosen device, or another one where that is absent. @throws DOMException when there is none, or it is refused */
export async function openDevice(kind: SendingKind, id: string): Promise<MediaStreamTrack> {
  if (id === '') return first(kind, true);
  try {
    // Browsers take a device that is only preferred as a hint, and may open another one.
    return await first(kind, { deviceId: { exact: id } });
  } catch (error) {
    if (failureOf(error) !== 'MISSING') throw error;
    return first(kind, true);
  }
}

async function first(kind: SendingKind, wanted: true | MediaTrackConstraints): Promise<MediaStreamTrack> {
  const stream = await navigator.mediaDevices.getUserMedia(
    kind === 'microphone' ? { audio: wanted } : { video: wanted },
  );
  const [track] = stream.getTracks();
  if (!track) throw new DOMException('The stream has no track.', 'NotFoundError');
  return track;
}

export function failureOf(error: unknown): DeviceFailure {
  // Pages without a secure connection have no devices at all.
  if (!(error instanceof DOMException)) return 'MISSING';
  return FAILURES[error.name] ?? 'BUSY';
}
