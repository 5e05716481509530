import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { MailMessage, MailPort, MailUnsubscribe } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import type { NodemailerError, SMTPPoolOptions } from 'nodemailer';
import { createTransport } from 'nodemailer';
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { checkedMessage } from './checked-message.ts';

/** Timeout of one message, including the wait for a connection. */
const SEND_TIMEOUT_MS = 20 * SECOND_MS;
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
/** Idle timeout of the server during a message. */
const IDLE_TIMEOUT_MS = 10 * SECOND_MS;
const POOL_CONNECTIONS = 3;
const NO_WAY: MailUnsubscribe = { url: null, isOneClick: false, mailto: null };

export type SmtpMailOptions = {
  /** `smtp:` upgrades by STARTTLS, `smtps:` begins with TLS; user and password are percent-encoded. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly clock: Clock;
  /** PEM; trusted authorities that replace the system's. */
  readonly trusted?: string;
  /** Opens the connections, for example through a proxy. */
  readonly getSocket?: SMTPPoolOptions['getSocket'];
  /** Timeout of each of name lookup, greeting and TLS handshake. */
  readonly connectTimeoutMs?: number;
};

/**
 * Sends messages to a mail server over a small pool of connections. Unless the server is local, nothing is
 * sent before the connection is encrypted and its certificate has been verified.
 */
export function createSmtpMail(options: SmtpMailOptions): MailPort {
  const transport = createTransport(poolOptions(options));
  return {
    async send(message) {
      const letter = toNodemailerMessage(checkedMessage(message), options);
      await transport.sendMail(letter).catch((error: unknown) => {
        throw mailErrorOf(error);
      });
    },
    close: async () => transport.close(),
  };
}

function poolOptions(options: SmtpMailOptions): SMTPPoolOptions & { pool: true } {
  const { url, trusted, getSocket, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isEncrypted = protocol === 'smtps:';
  return {
    pool: true,
    maxConnections: POOL_CONNECTIONS,
    // Each pooled connection may have gone stale by the time that it is used.
    maxRequeues: POOL_CONNECTIONS,
    host,
    ...(port !== '' && { port: Number(port) }),
    secure: isEncrypted,
    requireTLS: !isEncrypted && !isLoopback(host),
    // A local relay usually has a self-signed certificate.
    ignoreTLS: !isEncrypted && isLoopback(host),
    tls: { minVersion: 'TLSv1.2', ...(trusted !== undefined && { ca: trusted }) },
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...(getSocket && { getSocket }),
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: IDLE_TIMEOUT_MS,
    // Content is only text; the library would also read it from files and URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

function toNodemailerMessage(message: MailMessage, { from, clock }: SmtpMailOptions) {
  const { to, subject, text, html, idempotencyKey } = message;
  return {
    from,
    // As an object: in a text a comma would separate two recipients.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: clock.now(),
    messageId: messageIdOf(idempotencyKey, from.address),
    // Suppresses automatic replies, such as vacation notices (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message.unsubscribe) },
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  };
}

/** Ways by which mail programs end mails (RFC 2369). A POST is promised to encrypted addresses alone (RFC 8058). */
function unsubscribeHeaders({ url, mailto, isOneClick }: MailUnsubscribe = NO_WAY) {
  const ways = [url, mailto].filter((way) => way !== null);
  if (ways.length === 0) return {};
  const list = ways.map((way) => `<${way}>`).join(', ');
  return {
    'List-Unsubscribe': { prepared: true, value: list },
    ...(isOneClick && url?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/** Constant over retries, so that a server or a mailbox can drop duplicates. */
function messageIdOf(idempotencyKey: string, sender: string): string {
  const digest = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
  return `<${digest}@${sender.slice(sender.lastIndexOf('@') + 1)}>`;
}

/** Responses about one message and not about the sender. */
const ABOUT_THE_MESSAGE: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);

function mailErrorOf(error: unknown): MailError {
  const failure: NodemailerError = error instanceof Error ? error : new Error(String(error));
  const { command, responseCode, permanent } = failure;
  if (!ABOUT_THE_MESSAGE.has(command) || responseCode === undefined) {
    return new MailError('UNAVAILABLE', 'The mail server cannot be used.', { cause: failure });
  }
  // The response itself names the recipient and stays out of the log.
  return permanent === true
    ? new MailError('REFUSED', `The mail server refused the message permanently (${responseCode}).`)
    : new MailError('UNAVAILABLE', `The mail server deferred the message (${responseCode}).`);
}
