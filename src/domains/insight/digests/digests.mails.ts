import { composeMail } from '#domains/foundation/mails/mails.policy.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { MailMessage, MailUnsubscribe } from '#ports/mail.ts';

/** Page of the web front end that calls `unsubscribeFromMail` after a press. */
export const unsubscribePage = (webAppUrl: string, token: string): string =>
  `${webAppUrl}/unsubscribe?${new URLSearchParams({ token }).toString()}`;

type Digest = {
  readonly to: string;
  readonly titles: readonly string[];
  /** Number of notifications for which there was no room. */
  readonly moreCount: number;
  /** Ends digests. */
  readonly token: string;
  /** Tokens that leave a type out of digests, each with a title of the type. */
  readonly typeTokens: readonly { readonly title: string; readonly token: string }[];
  readonly idempotencyKey: string;
};

/** Titles alone: no text that people wrote, which may be locked, viewed once or gone when it is read, lies in a mailbox. */
export function digestMail(
  { webAppUrl, unsubscribe }: Pick<Services, 'webAppUrl' | 'unsubscribe'>,
  { to, titles, moreCount, token, typeTokens, idempotencyKey }: Digest,
): MailMessage {
  const count = titles.length + moreCount;
  return composeMail({
    to,
    subject: count === 1 ? 'One new notification' : `${count} new notifications`,
    paragraphs: [...titles, ...(moreCount > 0 ? [`And ${moreCount} more.`] : [])],
    link: webAppUrl === null ? null : { label: 'Open all', url: `${webAppUrl}/notifications` },
    footer:
      webAppUrl === null
        ? ['You get this mail because digests are on in your settings.', `Token to end them: ${token}`]
        : [
            ...typeTokens.map((each) => ({
              label: `No more mails like “${each.title}”`,
              url: unsubscribePage(webAppUrl, each.token),
            })),
            { label: 'No more digests', url: unsubscribePage(webAppUrl, token) },
          ],
    idempotencyKey,
    unsubscribe: waysOut({ webAppUrl, unsubscribe }, token),
  });
}

/** Mail programs end digests by one click where operators forward it, else they open the page. */
function waysOut(
  { webAppUrl, unsubscribe: { oneClickUrl, address } }: Pick<Services, 'webAppUrl' | 'unsubscribe'>,
  token: string,
): MailUnsubscribe {
  const query = new URLSearchParams({ token }).toString();
  const page = webAppUrl === null ? null : unsubscribePage(webAppUrl, token);
  return {
    url: oneClickUrl === null ? page : `${oneClickUrl}?${query}`,
    isOneClick: oneClickUrl !== null,
    mailto: address === null ? null : `mailto:${address}?subject=${encodeURIComponent(token)}`,
  };
}
