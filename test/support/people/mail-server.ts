import type { SMTPPoolOptions } from 'nodemailer';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { selfSignedCertificate } from '#test/support/transport/certificate.ts';
import type { ReadMail } from './read-mail.ts';
import { readMail } from './read-mail.ts';

/** Host name in the server's certificate. */
export const MAIL_HOST = 'mail.example.com';
export const MAIL_USER = { user: 'plaza@example.com', password: 'pass:word/with@signs' };

export type ReceivedMail = ReadMail & {
  readonly recipients: readonly string[];
  readonly isEncrypted: boolean;
  /** Null when the client did not authenticate. */
  readonly user: string | null;
};

/** Time that the end of a test waits for open connections. */
const CLOSE_TIMEOUT_MS = 50;

/** Stages at which a server can refuse a message. */
export type MailStage = 'MAIL FROM' | 'RCPT TO' | 'DATA';

export type MailServer = {
  readonly port: number;
  /** PEM; the authority of the server's certificate. */
  readonly certificate: string;
  readonly received: readonly ReceivedMail[];
  /** Number of connections so far. */
  connections(): number;
  /** Routes every host name to this server. */
  readonly getSocket: NonNullable<SMTPPoolOptions['getSocket']>;
  /** Answers `stage` with this code from now on; null accepts messages again. */
  refuse(stage: MailStage, code: number | null): void;
  /** Closes all open connections. */
  cut(): void;
};

type Options = {
  /** `none` offers no encryption; `starttls` by default. */
  readonly encryption?: 'none' | 'starttls' | 'from the start';
  readonly needsUser?: boolean;
};

/** An SMTP server on loopback that records its messages. */
export async function mailServer(t: TestContext, options: Options = {}): Promise<MailServer> {
  const { encryption = 'starttls', needsUser = false } = options;
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSignedCertificate(keys, [MAIL_HOST]);
  const received: ReceivedMail[] = [];
  const refusals = new Map<MailStage, number>();
  let connections = 0;
  const server = new SMTPServer({
    secure: encryption === 'from the start',
    key: String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: certificate,
    disabledCommands: [
      ...(encryption === 'none' ? ['STARTTLS'] : []),
      // Authentication is requested whenever it is offered.
      ...(needsUser ? [] : ['AUTH']),
    ],
    logger: false,
    closeTimeout: CLOSE_TIMEOUT_MS,
    ...answers(received, refusals),
  });
  server.on('error', () => {});
  server.server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  );
  // A server on a TCP port, and not on a pipe, has an address of this form.
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    certificate,
    received,
    connections: () => connections,
    getSocket: (_, callback) => {
      const connection = connect(port, '127.0.0.1');
      connection.once('connect', () => callback(null, { connection }));
      connection.once('error', callback);
    },
    refuse(stage, code) {
      if (code === null) refusals.delete(stage);
      else refusals.set(stage, code);
    },
    cut: () => server.connections.forEach((connection) => connection.close()),
  };
}

function answers(
  received: ReceivedMail[],
  refusals: ReadonlyMap<MailStage, number>,
): Pick<SMTPServerOptions, 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData'> {
  const refusal = (stage: MailStage, address = ''): Error | null => {
    const responseCode = refusals.get(stage);
    return responseCode === undefined
      ? null
      : Object.assign(new Error(`<${address}> cannot be`), { responseCode });
  };
  return {
    onAuth({ username, password }, _, done) {
      const isRight = username === MAIL_USER.user && password === MAIL_USER.password;
      if (isRight) done(null, { user: username });
      else done(new Error('wrong user or password'));
    },
    onMailFrom: ({ address }, _, done) => done(refusal('MAIL FROM', address)),
    onRcptTo: ({ address }, _, done) => done(refusal('RCPT TO', address)),
    onData(stream, { envelope, secure, user }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      void buffer(stream).then(
        (content) => {
          const refused = refusal('DATA', recipients[0]);
          const facts = { recipients, isEncrypted: secure, user: user === undefined ? null : String(user) };
          if (!refused) received.push({ ...readMail(content.toString()), ...facts });
          done(refused);
        },
        // The client died before the end of its message, which is no message then.
        done,
      );
    },
  };
}
