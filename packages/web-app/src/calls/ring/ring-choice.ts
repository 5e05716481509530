import { keptValue } from '../kept-value.ts';

const silence = keptValue(localStorage, 'plaza.ring', (text) => text === 'off');

/** Whether calls ring without a sound on this device. */
export const useIsSilent = silence.use;

export const setSilent = (isSilent: boolean): void => silence.write(isSilent ? 'off' : null);
