import type { MailErrorCode, MailPort } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';

export type DeliveredMail = {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Equal in repetitions of one message. */
  readonly sameness: string;
};

/** One adapter under test, with its received messages in order of arrival. */
export type MailSubject = {
  readonly mail: MailPort;
  readonly delivered: () => Promise<readonly DeliveredMail[]>;
};

export const HELLO = {
  to: 'alice@example.com',
  subject: 'Hello',
  text: 'Hello Alice.',
  html: '<p>Hello Alice.</p>',
  idempotencyKey: 'hello-1',
};

export async function assertFailed(work: Promise<unknown>, code: MailErrorCode): Promise<MailError> {
  const error = await work.then(
    () => assert.fail(`It was sent and should fail with ${code}.`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw error;
  assert.equal(error.code, code);
  return error;
}

/** Contract of mailers; each adapter runs it against itself. */
export function mailContract(name: string, makeSubject: (t: TestContext) => Promise<MailSubject>): void {
  suite(`mail contract: ${name}`, () => {
    test('a message reaches its recipient', async (t) => {
      const { mail, delivered } = await makeSubject(t);
      await mail.send(HELLO);
      assert.deepEqual(
        (await delivered()).map(({ sameness: _, ...message }) => message),
        [
          {
            recipient: 'alice@example.com',
            subject: 'Hello',
            text: 'Hello Alice.',
            html: '<p>Hello Alice.</p>',
          },
        ],
      );
    });

    test('text of every alphabet, long lines and lone dots arrive unchanged', async (t) => {
      const { mail, delivered } = await makeSubject(t);
      const subject = `Grüße an 愛麗絲 👋🏽 und ${'an alle anderen, '.repeat(12)}Ende`;
      const text = `Žluťoučký kůň 🐎\n.\n..\n=3D =\n${'ohne Umbruch '.repeat(300)}\n\nсвидания`;
      const html = `<p lang="el">καλημέρα</p>\n<a href="https://app.example.com/?a=1&amp;code=x">${'é'.repeat(2_000)}</a>`;
      await mail.send({ ...HELLO, subject, text, html });
      const [message] = await delivered();
      assert.deepEqual(
        { subject: message?.subject, text: message?.text, html: message?.html },
        { subject, text, html },
      );
    });

    test('a subject of several lines becomes one line', async (t) => {
      const { mail, delivered } = await makeSubject(t);
      await mail.send({
        ...HELLO,
        subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nSend me your password\u2028now',
      });
      const messages = await delivered();
      assert.deepEqual(
        messages.map(({ recipient, subject, text }) => ({ recipient, subject, text })),
        [
          {
            recipient: 'alice@example.com',
            subject: 'Hello Bcc: eve@example.com Send me your password now',
            text: 'Hello Alice.',
          },
        ],
      );
    });

    test('a recipient other than exactly one address is refused', async (t) => {
      const { mail, delivered } = await makeSubject(t);
      const recipients = [
        '',
        'alice',
        'alice@example.com, eve@example.com',
        'alice@example.com;eve@example.com',
        'Alice <alice@example.com>',
        'alice@example.com\r\nBcc: eve@example.com',
        'alice@example.com\nDATA',
        'alice@example.com> NOTIFY=NEVER',
        '<alice@example.com>',
        `${'a'.repeat(250)}@example.com`,
      ];
      for (const to of recipients) await assertFailed(mail.send({ ...HELLO, to }), 'REFUSED');
      assert.deepEqual(await delivered(), []);
    });

    test('a message with another address for its end than of the web or of mail is refused', async (t) => {
      const { mail, delivered } = await makeSubject(t);
      const url = 'https://app.example.com/unsubscribe?token=x';
      const injected = [
        `${url}>\r\nBcc: eve@example.com`,
        `${url}>, <https://eve.example.com`,
        `${url} x`,
        'javascript:alert(1)',
        '',
      ];
      for (const each of injected) {
        const unsubscribe = { url: each, isOneClick: true, mailto: null };
        await assertFailed(mail.send({ ...HELLO, unsubscribe }), 'REFUSED');
        await assertFailed(
          mail.send({ ...HELLO, unsubscribe: { url, isOneClick: true, mailto: each } }),
          'REFUSED',
        );
      }
      assert.deepEqual(await delivered(), []);
      await mail.send({
        ...HELLO,
        unsubscribe: { url, isOneClick: true, mailto: 'mailto:end@example.com?subject=x' },
      });
      assert.equal((await delivered()).length, 1);
    });

    test('a repeated message can be recognized', async (t) => {
      const { mail, delivered } = await makeSubject(t);
      await mail.send(HELLO);
      await mail.send(HELLO);
      await mail.send({ ...HELLO, idempotencyKey: 'hello-2' });
      const sameness = (await delivered()).map((message) => message.sameness);
      assert.equal(new Set(sameness).size, 2);
      assert.notEqual(sameness[0], sameness.at(-1));
    });

    test('many concurrent messages arrive once each', async (t) => {
      const { mail, delivered } = await makeSubject(t);
      const recipients = Array.from({ length: 25 }, (_, index) => `p${index}@example.com`);
      await Promise.all(recipients.map((to) => mail.send({ ...HELLO, to, idempotencyKey: to })));
      const arrived = (await delivered()).map(({ recipient }) => recipient);
      assert.deepEqual(arrived.toSorted(), recipients.toSorted());
    });
  });
}
