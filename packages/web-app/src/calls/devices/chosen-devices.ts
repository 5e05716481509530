import { keptValue } from '../kept-value.ts';

export type DeviceKind = 'microphone' | 'camera' | 'speaker';

/** Ids of devices by their kind; an empty one is the browser's own choice. */
export type ChosenDevices = Readonly<Record<DeviceKind, string>>;

const chosen = keptValue(localStorage, 'plaza.devices', chosenIn);

export const useChosenDevices = chosen.use;

export function chooseDevice(kind: DeviceKind, id: string): void {
  chosen.write(JSON.stringify({ ...chosen.read(), [kind]: id }));
}

function chosenIn(text: string | null): ChosenDevices {
  const { microphone, camera, speaker } = objectIn(text);
  return { microphone: idOf(microphone), camera: idOf(camera), speaker: idOf(speaker) };
}

function idOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function objectIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // A reader who has changed the storage by hand chooses anew.
    return {};
  }
}
