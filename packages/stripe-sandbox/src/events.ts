import { missing } from './errors.ts';
import { type SandboxRequest, textParam, textsParam } from './requests.ts';

const PAGE_DEFAULT = 10;
const PAGE_MAX = 100;

/** Newest first, as at Stripe; with `ending_before` the nearest after it. */
export async function listEvents({ params, store }: SandboxRequest): Promise<object> {
  const limit = Math.min(Number(textParam(params, 'limit') ?? PAGE_DEFAULT), PAGE_MAX);
  const after = textParam(params, 'ending_before');
  const afterSeq = after === null ? null : await store.seqOfEvent(after);
  if (after !== null && afterSeq === null) throw missing('event', after, 'ending_before');
  const types = Object.values(textsParam(params, 'types'));
  const found = await store.events({ types, afterSeq, limit: limit + 1 });
  // The surplus one is the newest with a cursor, and the oldest without.
  const data = afterSeq === null ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list', url: '/v1/events', has_more: found.length > limit, data };
}
