import { escapeHtml } from '#platform/kernel/html.ts';
import type { RecordedMail } from './mails.types.ts';

/** Recorded mails as the content of a page, without scripts, forms and outside content. */
export function renderMails(mails: readonly RecordedMail[]): string {
  const articles = mails.map(
    ({ recipient, subject, text, sentAt }) =>
      `<article class="mail"><h2>${escapeHtml(subject)}</h2>
<p class="small">To ${escapeHtml(recipient)}, ${sentAt.toISOString()}</p>
<pre>${escapeHtml(text)}</pre></article>`,
  );
  return `<h1>Mails</h1>
<p class="lead">No mail leaves this machine: here they are, newest first.</p>
${articles.length > 0 ? articles.join('\n') : '<p>No mail has been sent yet.</p>'}
`;
}
