import { escapeHtml } from '#platform/kernel/html.ts';
import type { RecordedMail } from './mails.types.ts';

/** A page of recorded mails, without scripts, forms and outside content. */
export function renderMailsPage(mails: readonly RecordedMail[]): string {
  const articles = mails.map(
    ({ recipient, subject, text, sentAt }) =>
      `<article><h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(recipient)}, ${sentAt.toISOString()}</p>
<pre>${escapeHtml(text)}</pre></article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mails</title><style>pre { white-space: pre-wrap }</style></head>
<body><h1>Mails</h1>
${articles.length > 0 ? articles.join('\n') : '<p>No mail has been sent yet.</p>'}
</body></html>
`;
}
