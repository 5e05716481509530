import { useEffect } from 'react';
import { useIsSilent } from './ring-choice.ts';
import { playTone, type ToneName } from './tone.ts';

/** Of several tabs of a browser one rings. */
const LOCK = 'plaza.tone';
const GESTURES = ['pointerdown', 'keydown'] as const;

/** Plays a tone while it is given. */
export function useTone(tone: ToneName | null): void {
  const isSilent = useIsSilent();
  const heard = isSilent ? null : tone;
  useEffect(() => {
    if (heard === null) return undefined;
    const ended = new AbortController();
    play(heard, ended.signal).catch(() => undefined);
    return () => ended.abort();
  }, [heard]);
}

/** @throws the reason of the signal, when the tone ends before it was this tab's turn */
async function play(tone: ToneName, signal: AbortSignal): Promise<void> {
  await untilUsed(signal);
  await navigator.locks.request(LOCK, { signal }, async () => {
    const stop = playTone(tone);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    stop();
  });
}

/** Browsers let pages be heard that were used once, and complain of others. */
async function untilUsed(signal: AbortSignal): Promise<void> {
  if (navigator.userActivation.hasBeenActive) return;
  await new Promise<void>((resolve) => {
    for (const gesture of GESTURES) addEventListener(gesture, () => resolve(), { once: true, signal });
  });
}
