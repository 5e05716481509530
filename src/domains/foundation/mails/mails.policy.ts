import { escapeHtml } from '#platform/kernel/html.ts';
import type { MailMessage } from '#ports/mail.ts';

type Composition = {
  readonly to: string;
  readonly subject: string;
  /** Plain text; may contain text that users wrote, so it is escaped in the HTML. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string } | null;
  readonly idempotencyKey: string;
};

/** Composes a mail of paragraphs and at most one link below them, as text and as equivalent HTML. */
export function composeMail({ to, subject, paragraphs, link, idempotencyKey }: Composition): MailMessage {
  const text = [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
  ].join('\n');
  return { to, subject, text: `${text}\n`, html: `<!doctype html>\n${html}\n`, idempotencyKey };
}
