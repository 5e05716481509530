import { escapeHtml } from '#platform/kernel/html.ts';
import type { Services } from '#platform/outbox/services.ts';
import { listRecordedPushes } from './deliveries.queries.ts';
import type { RecordedPush } from './push.types.ts';

const PUSHES_SHOWN_MAX = 100;

/** Messages that devices would otherwise show, newest first, as the content of a page without scripts, forms and outside content. */
export async function recordedPushes({ db }: Pick<Services, 'db'>): Promise<string> {
  const articles = (await listRecordedPushes(db, PUSHES_SHOWN_MAX)).map(articleOf);
  return `<h1>Pushes</h1>
<p class="lead">No notification leaves this machine: here they are, newest first.</p>
${articles.length > 0 ? articles.join('\n') : '<p>Nothing has been pushed yet.</p>'}
`;
}

const articleOf = ({ provider, appId, tokenEnd, title, body, data, sentAt }: RecordedPush): string =>
  `<article class="mail"><h2>${escapeHtml(title ?? 'Silent')}</h2>
<p class="small">By ${escapeHtml(provider)} to ${escapeHtml(appId)}, …${escapeHtml(tokenEnd)}, ${sentAt.toISOString()}</p>
<pre>${escapeHtml([...(body === null ? [] : [body]), JSON.stringify(data)].join('\n\n'))}</pre></article>`;
