import { useMemo } from 'react';

/** A track as elements show it. */
export const useStreamOf = (track: MediaStreamTrack | null): MediaStream | null =>
  useMemo(() => (track ? new MediaStream([track]) : null), [track]);
