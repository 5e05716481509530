import { z } from 'zod';
import {
  type Environment,
  isProductionIn,
  missingVariables,
  type Reading,
  readVariables,
} from './variables.ts';

export type MailConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'smtp';
      readonly url: string;
      /** The name is empty when there is none. */
      readonly from: { readonly name: string; readonly address: string };
    };

const address = z.email();
/** `mail@example.com` or `Plaza <mail@example.com>`. */
const sender = z
  .string()
  .trim()
  .transform((text) => {
    const [, name = '', email = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
    return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: email.trim() };
  })
  .refine(
    (from) => address.safeParse(from.address).success && !/\p{Cc}/u.test(from.name),
    'Must be an e-mail address, with or without a name: Plaza <mail@example.com>.',
  );

const smtpUrl = z
  .url({ protocol: /^smtps?$/ })
  .refine((text) => isDecodable(text), 'Its user and password must be percent-encoded.');

const variables = z.object({
  MAILER: z.enum(['embedded', 'smtp']).default('embedded'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
});

export function readMail(given: Environment): Reading<MailConfig> {
  const sendsNothing = isProductionIn(given) && (given['MAILER'] ?? 'embedded') === 'embedded';
  return readVariables(variables.transform(mailOf), given, [
    ...missingVariables(given, 'MAILER', 'smtp', ['SMTP_URL', 'MAIL_FROM']),
    ...(sendsNothing ? ['MAILER: the embedded mailer sends no mails; production needs smtp.'] : []),
  ]);
}

function mailOf(env: z.output<typeof variables>): MailConfig {
  if (env.MAILER === 'embedded') return { kind: 'embedded' };
  return { kind: 'smtp', url: env.SMTP_URL ?? '', from: env.MAIL_FROM ?? { name: '', address: '' } };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
