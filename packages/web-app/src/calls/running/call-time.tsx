import { useEffect, useState } from 'react';
import type { RunningCallFragment } from '../calls.generated.ts';

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_MINUTES = 60;

/** Time since the call was accepted. It counts on from the answer of the server, whatever the clock of the device says. */
export function CallTime({ of: { durationSeconds } }: { readonly of: RunningCallFragment }) {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const fromMs = performance.now();
    setElapsed(0);
    const timer = setInterval(
      () => setElapsed(Math.floor((performance.now() - fromMs) / SECOND_MS)),
      SECOND_MS,
    );
    return () => clearInterval(timer);
  }, [durationSeconds]);
  return durationSeconds === null ? null : (
    <span className="call-time" role="timer">
      {said(durationSeconds + elapsed)}
    </span>
  );
}

function said(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE_SECONDS);
  const parts = [minutes % HOUR_MINUTES, seconds % MINUTE_SECONDS];
  if (minutes < HOUR_MINUTES) parts[0] = minutes;
  else parts.unshift(Math.floor(minutes / HOUR_MINUTES));
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
