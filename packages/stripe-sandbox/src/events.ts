import { missing } from './errors.ts';
import { type SandboxRequest, textParam, textsParam } from './requests.ts';

const PAGE_DEFAULT = 10;
const PAGE_MAX = 100;

/** Newest first, as at Stripe; with `starting_after` those before it. */
export async function listEvents({ params, store }: SandboxRequest): Promise<object> {
  const limit = Math.min(Number(textParam(params, 'limit') ?? PAGE_DEFAULT), PAGE_MAX);
  const after = textParam(params, 'starting_after');
  const beforeSeq = after === null ? null : await store.seqOfEvent(after);
  if (after !== null && beforeSeq === null) throw missing('event', after, 'starting_after');
  const types = Object.values(textsParam(params, 'types'));
  const since = Number(textsParam(params, 'created')['gte'] ?? 0);
  const found = await store.events({ types, since, beforeSeq, limit: limit + 1 });
  const has_more = found.length > limit;
  return { object: 'list', url: '/v1/events', has_more, data: found.slice(0, limit) };
}
