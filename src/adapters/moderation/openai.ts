import type { OpenAI } from 'openai';
import { z } from 'zod';
import {
  type Classification,
  type ClassifiedContent,
  type ClassifiedImage,
  type ClassifiedItem,
  type ModerationCategory,
  ModerationError,
  type ModerationPort,
} from '#ports/moderation.ts';

export type OpenAiModerationOptions = {
  readonly apiKey: string;
  readonly model: string;
  /** Another server of the same protocol; null is that of the vendor. */
  readonly baseUrl: string | null;
};

/** The moderation endpoint of OpenAI, by the vendor's own SDK, which is loaded at the first use. */
export function createOpenAiModeration(options: OpenAiModerationOptions): ModerationPort {
  let client: Promise<OpenAI> | null = null;
  return {
    provider: 'openai',
    isRemote: true,
    judgesImages: true,
    async classify(content) {
      // The first caller does not wait for the SDK for longer, either.
      return inTime(content, async (signal) => {
        const { moderations } = await (client ??= createClient(options));
        return ask(moderations, options.model, content, signal);
      });
    },
    close: async () => {},
  };
}

async function createClient({ apiKey, baseUrl }: OpenAiModerationOptions): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // The SDK reads from the environment whatever is not given here.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // A log of the SDK would contain what is sent.
    logLevel: 'off',
    // Callers repeat later; a repetition within the time limit would come too late.
    maxRetries: 0,
  });
}

type Moderations = OpenAI['moderations'];

/** All texts in one request, and each image in one of its own: of several images in a request the scores are not told apart. */
async function ask(
  moderations: Moderations,
  model: string,
  { texts, images }: ClassifiedContent,
  signal: AbortSignal,
): Promise<Classification> {
  const answers = await Promise.all([
    ...(texts.length === 0 ? [] : [askOnce(moderations, { model, input: [...texts] }, texts.length, signal)]),
    ...images.map((image) => askOnce(moderations, { model, input: [inputOf(image)] }, 1, signal)),
  ]);
  return {
    provider: 'openai',
    model: answers[0]?.model ?? model,
    items: answers.flatMap(({ items }) => items),
  };
}

const inputOf = ({ bytes, contentType }: ClassifiedImage): OpenAI.ModerationImageURLInput => ({
  type: 'image_url',
  image_url: { url: `data:${contentType};base64,${bytes.toString('base64')}` },
});

/** The part of an answer that is read. The vendor has added categories before: unknown ones are ignored. */
const answerShape = z.object({
  model: z.string().min(1).max(100),
  results: z.array(z.object({ category_scores: z.record(z.string(), z.number().min(0).max(1).nullable()) })),
});

async function askOnce(
  moderations: Moderations,
  body: OpenAI.ModerationCreateParams,
  count: number,
  signal: AbortSignal,
): Promise<{ readonly model: string; readonly items: readonly ClassifiedItem[] }> {
  const answer: unknown = await moderations.create(body, { signal }).catch((error: unknown) => {
    throw moderationErrorOf(error);
  });
  const { data } = answerShape.safeParse(answer);
  if (data?.results.length !== count) {
    throw new ModerationError('UNAVAILABLE', 'The provider of moderation answered something else.');
  }
  return { model: data.model, items: data.results.map((result) => itemOf(result.category_scores)) };
}

/** Categories of the vendor; one that is not here, such as `illicit`, has none of ours. */
const CATEGORIES: Readonly<Record<string, readonly ModerationCategory[]>> = {
  harassment: ['INSULT', 'TOXICITY'],
  'harassment/threatening': ['THREAT', 'TOXICITY'],
  hate: ['HATE', 'TOXICITY'],
  'hate/threatening': ['HATE', 'THREAT', 'TOXICITY'],
  'illicit/violent': ['VIOLENCE'],
  'self-harm': ['SELF_HARM'],
  'self-harm/intent': ['SELF_HARM'],
  'self-harm/instructions': ['SELF_HARM'],
  sexual: ['SEXUAL'],
  'sexual/minors': ['SEXUAL_MINORS'],
  violence: ['VIOLENCE'],
  'violence/graphic': ['GORE'],
};

/** Each category has the highest score of those that it stands for. */
function itemOf(given: Readonly<Record<string, number | null>>): ClassifiedItem {
  const scores = new Map<ModerationCategory, number>();
  for (const [name, score] of Object.entries(given)) {
    const categories = Object.hasOwn(CATEGORIES, name) ? (CATEGORIES[name] ?? []) : [];
    for (const category of categories) scores.set(category, Math.max(scores.get(category) ?? 0, score ?? 0));
  }
  const found = [...scores]
    .map(([category, score]) => ({ category, score }))
    .filter(({ score }) => score > 0);
  return { scores: found, isLanguageKnown: true };
}

/** Statuses of requests that fail again however often they are sent. */
const LASTING = new Set([400, 401, 403, 404, 413, 415, 422]);

/** The SDK's errors repeat what the server says, which may repeat what it was sent: only the status is kept. */
function moderationErrorOf(error: unknown): ModerationError {
  const status =
    error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;
  if (status === null) return new ModerationError('UNAVAILABLE', 'The provider of moderation is away.');
  return LASTING.has(status)
    ? new ModerationError('REJECTED', `The provider of moderation rejects the request (${status}).`)
    : new ModerationError('UNAVAILABLE', `The provider of moderation answered ${status}.`);
}

/** Runs `work` until the time limit or the caller's signal, whether or not `work` heeds its own. */
async function inTime<Result>(
  { timeLimitMs, signal }: ClassifiedContent,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  const timer = setTimeout(() => {
    reject(new ModerationError('UNAVAILABLE', 'The provider of moderation is too slow.'));
  }, timeLimitMs);
  signal.addEventListener('abort', onAbort, { once: true });
  const working = work(stop.signal);
  // After the time limit nobody waits for it.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    stop.abort();
  }
}
