import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { MuteScope } from './mutes.types.ts';

/**
 * A mute, or a change of its scopes or end. `until` is a time in ISO 8601, null for a permanent one: no event tells of the end
 * that it names. Without recipients, as the next: the muted user is never notified.
 */
export const userMuted = defineEvent<{
  muterId: string;
  mutedId: string;
  scopes: readonly MuteScope[];
  until: string | null;
}>('user.muted');

/** The muter has ended a mute that was in force. */
export const userUnmuted = defineEvent<{ muterId: string; mutedId: string }>('user.unmuted');
