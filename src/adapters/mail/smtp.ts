import type { Clock } from '#platform/clock.ts';
import { SECOND_MS } from '#platform/clock.ts';
import type { MailMessage, MailPort } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import type { NodemailerError, SMTPPoolOptions } from 'nodemailer';
import { createTransport } from 'nodemailer';
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { checkedMessage } from './checked-message.ts';

/** How long one message may take, waiting for a connection included. */
export const SEND_TIMEOUT_MS = 20 * SECOND_MS;
/** How long the server may take to be found, to greet, and to agree on encryption: each of them. */
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** How long the server may be silent in between. */
const SILENCE_MS = 10 * SECOND_MS;
const POOL_CONNECTIONS = 3;

export type SmtpMailOptions = {
  /** `smtp:` turns to TLS by STARTTLS, `smtps:` begins with it; user and password are percent-encoded. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly clock: Clock;
  /** PEM; the authorities that are trusted in place of the system's. */
  readonly trusted?: string;
  /** Opens the connections, such as through a proxy. */
  readonly getSocket?: SMTPPoolOptions['getSocket'];
};

/**
 * Hands messages to a mail server over a few connections that are kept. Unless the server is on this machine, nothing is
 * said to it before the connection is encrypted and its certificate has been checked.
 */
export function createSmtpMail(options: SmtpMailOptions): MailPort {
  const transport = createTransport(poolOptions(options));
  return {
    async send(message) {
      const letter = letterOf(checkedMessage(message), options);
      await transport.sendMail(letter).catch((error: unknown) => {
        throw mailErrorOf(error);
      });
    },
    close: async () => transport.close(),
  };
}

function poolOptions({ url, trusted, getSocket }: SmtpMailOptions): SMTPPoolOptions & { pool: true } {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isEncrypted = protocol === 'smtps:';
  return {
    pool: true,
    maxConnections: POOL_CONNECTIONS,
    // Each kept connection may have gone stale by the time that it is used.
    maxRequeues: POOL_CONNECTIONS,
    host,
    ...(port !== '' && { port: Number(port) }),
    secure: isEncrypted,
    requireTLS: !isEncrypted && !isLoopback(host),
    // A relay on this machine mostly has a certificate that nobody vouches for.
    ignoreTLS: !isEncrypted && isLoopback(host),
    tls: { minVersion: 'TLSv1.2', ...(trusted !== undefined && { ca: trusted }) },
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...(getSocket && { getSocket }),
    dnsTimeout: CONNECT_TIMEOUT_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    // Content is text that is given to it; the library would also read it from files and addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

function letterOf(message: MailMessage, { from, clock }: SmtpMailOptions) {
  const { to, subject, text, html, idempotencyKey } = message;
  return {
    from,
    // As an object: in a text a comma would make two recipients.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: clock.now(),
    messageId: messageIdOf(idempotencyKey, from.address),
    // Automatic replies, such as those of people on holiday, leave it unanswered (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  };
}

/** The same for every try, so that a server or a mailbox that knows the message can drop it. */
function messageIdOf(idempotencyKey: string, sender: string): string {
  const digest = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
  return `<${digest}@${sender.slice(sender.lastIndexOf('@') + 1)}>`;
}

/** What a server says about one message and not about who sends it. */
const ABOUT_THE_MESSAGE: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);

function mailErrorOf(error: unknown): MailError {
  const failure: NodemailerError = error instanceof Error ? error : new Error(String(error));
  const { command, responseCode, permanent } = failure;
  if (!ABOUT_THE_MESSAGE.has(command) || responseCode === undefined) {
    return new MailError('UNAVAILABLE', 'The mail server cannot be used.', { cause: failure });
  }
  // The answer itself names the recipient and stays out of the log.
  return permanent === true
    ? new MailError('REFUSED', `The mail server refused the message for good (${responseCode}).`)
    : new MailError('UNAVAILABLE', `The mail server put the message off (${responseCode}).`);
}
