import { useEffect, useState } from 'react';

/** Milliseconds without a key. */
const PAUSE_MS = 250;

/** A text once nothing was typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
