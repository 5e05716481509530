import { escapeHtml } from '#platform/kernel/html.ts';
import type { MailMessage, MailUnsubscribe } from '#ports/mail.ts';

type Link = { readonly label: string; readonly url: string };

type Composition = {
  readonly to: string;
  readonly subject: string;
  /** Plain text; may contain text that users wrote, so it is escaped in the HTML. */
  readonly paragraphs: readonly string[];
  readonly link?: Link | null;
  /** Paragraphs below the link: plain text, or links. */
  readonly footer?: readonly (string | Link)[];
  readonly idempotencyKey: string;
  readonly unsubscribe?: MailUnsubscribe;
};

/** Composes a mail of paragraphs, at most one link below them and a footer, as text and as equivalent HTML. */
export function composeMail(composition: Composition): MailMessage {
  const { to, subject, paragraphs, link, footer = [], idempotencyKey, unsubscribe } = composition;
  const parts = [...paragraphs, ...(link ? [link] : []), ...footer];
  const text = parts
    .map((part) => (typeof part === 'string' ? part : `${part.label}: ${part.url}`))
    .join('\n\n');
  const html = parts
    .map((part) => `<p>${typeof part === 'string' ? escapeHtml(part) : anchor(part)}</p>`)
    .join('\n');
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n${html}\n`,
    idempotencyKey,
    ...(unsubscribe && { unsubscribe }),
  };
}

const anchor = ({ label, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
