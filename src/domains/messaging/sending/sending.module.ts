/**
 * Sending and forwarding of messages: the input is parsed and judged, files, polls and positions go with the message.
 * Owns no table: messages are written by the domain that owns them.
 * Begin with `sendMessage` in sending.service.ts; message-input.ts parses, forwarding.service.ts sends to several at once.
 */
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './forwarding.schema.ts';
import './sending.schema.ts';

const sendingLimits = {
  voiceNoteMs: limit(15 * MINUTE_MS, 'Maximum duration of a voice note in milliseconds.'),
  viewOnceDays: limit(14, 'Days for which media that are viewed once can be opened.'),
  forwardTargets: limit(20, 'Maximum conversations to which a message is forwarded at once.'),
};

defineModule({ name: 'sending', limits: sendingLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof sendingLimits> {}
}
