import { useRef } from 'react';

/**
 * The value, or the last one while there is none: a screen that is being left may be drawn once more when the router knows its address
 * no longer. @throws Error before there was one
 */
export function useKept<Value>(value: Value | undefined): Value {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  if (last.current === undefined) throw new Error('The screen has no address.');
  return last.current;
}
