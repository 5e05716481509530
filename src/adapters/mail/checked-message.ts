import { EMAIL_LENGTH_MAX } from '#platform/kernel/email.ts';
import type { MailMessage } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import { z } from 'zod';

const addressSchema = z.email().max(EMAIL_LENGTH_MAX);

/** An address between the brackets of a header: neither they nor white space may be in it. */
const HEADER_URL = /^(?:https?:\/\/|mailto:)[!-;=?-~]+$/;

/**
 * Guarantees for every adapter: one recipient who is only an address, a subject of one line, and addresses in headers that end
 * where they seem to. Anything else would allow header injection or further recipients.
 * @throws MailError REFUSED
 */
export function checkedMessage(message: MailMessage): MailMessage {
  if (!addressSchema.safeParse(message.to).success) {
    throw new MailError('REFUSED', 'The recipient is not an e-mail address.');
  }
  const { url = null, mailto = null } = message.unsubscribe ?? {};
  if (![url, mailto].every((each) => each === null || HEADER_URL.test(each))) {
    throw new MailError('REFUSED', 'An address for the end of mails is not one of the web or of mail.');
  }
  return { ...message, subject: message.subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ') };
}
