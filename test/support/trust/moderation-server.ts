import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAI } from 'openai';

/** How the server answers: with the scores of a text by its words, never, with a status, late, or with a text as it stands. */
export type Answer =
  'scores' | 'never' | { readonly status: number } | { readonly afterMs: number } | { readonly text: string };

export type ModerationServer = {
  readonly url: string;
  /** Bodies of the requests, in the order of their arrival. */
  readonly received: OpenAI.ModerationCreateParams[];
  readonly authorizations: (string | undefined)[];
  /** Requests whose client went away before the answer. */
  aborted(): number;
  answer(how: Answer): void;
  /** Takes each image for a text with this word. */
  seeImagesAs(word: 'lovely' | 'gory' | 'gruesome'): void;
};

/** Scores of a text that contains the word. */
const SCORES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  lovely: {},
  insulting: { harassment: 0.91 },
  hateful: { hate: 0.7, 'hate/threatening': 0.97, harassment: 0.2 },
  minors: { 'sexual/minors': 0.95, sexual: 0.99 },
  gruesome: { 'violence/graphic': 0.97 },
  gory: { 'violence/graphic': 0.8, violence: 0.6 },
  shoplifting: { illicit: 0.9 },
};

/** Speaks the moderation endpoint of the vendor. */
export async function moderationServer(t: TestContext): Promise<ModerationServer> {
  let how: Answer = 'scores';
  let images = 'gory';
  let aborted = 0;
  const received: OpenAI.ModerationCreateParams[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    response.on('close', () => (aborted += Number(!response.writableEnded)));
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      // The client is the vendor's own.
      const body = JSON.parse(Buffer.concat(chunks).toString()) as OpenAI.ModerationCreateParams;
      received.push(body);
      authorizations.push(request.headers.authorization);
      await respond(response, request.url === '/v1/moderations' ? how : { status: 404 }, body, images);
    })().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port, and not on a pipe, has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    authorizations,
    aborted: () => aborted,
    answer: (next) => void (how = next),
    seeImagesAs: (word) => void (images = word),
  };
}

async function respond(
  response: ServerResponse,
  how: Answer,
  body: OpenAI.ModerationCreateParams,
  images: string,
): Promise<void> {
  if (how === 'never') {
    response.destroy();
    return;
  }
  if (how !== 'scores' && 'status' in how) {
    // The vendor's messages may repeat what was sent.
    const error = { message: `No: ${JSON.stringify(body.input)}`, type: 'error', code: null };
    response.writeHead(how.status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    return;
  }
  if (how !== 'scores' && 'afterMs' in how) await sleep(how.afterMs, undefined, { ref: false });
  const text = how !== 'scores' && 'text' in how ? how.text : JSON.stringify(answerTo(body, images));
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function answerTo({ input, model }: OpenAI.ModerationCreateParams, images: string): object {
  const inputs = Array.isArray(input) ? input : [input];
  const results = inputs.map((item) => {
    const text = typeof item === 'string' ? item : item.type === 'text' ? item.text : images;
    const scores = Object.entries(SCORES).flatMap(([word, found]) => (text.includes(word) ? [found] : []));
    return { flagged: scores.length > 0, category_scores: { ...ZEROS, ...scores[0] } };
  });
  return { id: 'modr-1', model: `${model}-2024-09-26`, results };
}

const ZEROS = {
  harassment: 0,
  hate: 0,
  'self-harm': 0,
  sexual: 0,
  'sexual/minors': 0,
  violence: 0,
  // A model of an older date has no score for it.
  illicit: null,
};
