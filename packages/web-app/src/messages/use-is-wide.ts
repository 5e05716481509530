import { useMedia } from '../parts/use-media.ts';

/** The inbox and a conversation stand beside each other from this width on, as in styles/messages.css. */
export const useIsWide = (): boolean => useMedia('(min-width: 64rem)');
