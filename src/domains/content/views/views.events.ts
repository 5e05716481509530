import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { ViewHour } from './views.types.ts';

/** A batch of views of posts was counted. */
export const viewsCounted = defineEvent<{ hours: readonly ViewHour[] }>('views.counted');
