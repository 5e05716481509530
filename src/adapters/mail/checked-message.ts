import { EMAIL_LENGTH_MAX } from '#platform/kernel/email.ts';
import type { MailMessage } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import { z } from 'zod';

const addressSchema = z.email().max(EMAIL_LENGTH_MAX);

/**
 * Guarantees for every adapter: one recipient who is only an address, and a subject of one line. Anything else would
 * allow header injection or further recipients.
 * @throws MailError REFUSED
 */
export function checkedMessage(message: MailMessage): MailMessage {
  if (!addressSchema.safeParse(message.to).success) {
    throw new MailError('REFUSED', 'The recipient is not an e-mail address.');
  }
  return { ...message, subject: message.subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ') };
}
