import type { AnnouncementState } from './announcements.types.ts';

type AnnouncementStep = 'finish' | 'cancel';

/** Legal transitions; every other one is refused. */
const TRANSITIONS: Readonly<Record<AnnouncementStep, { from: AnnouncementState; to: AnnouncementState }>> = {
  finish: { from: 'SENDING', to: 'SENT' },
  cancel: { from: 'SENDING', to: 'CANCELED' },
};

/** @returns the state after the step, or null when the state does not allow it */
export function stateAfter(step: AnnouncementStep, state: AnnouncementState): AnnouncementState | null {
  const { from, to } = TRANSITIONS[step];
  return state === from ? to : null;
}
