/** Sends mails. */
export type MailPort = {
  /**
   * Resolves when a server has accepted the message; its delivery is not known.
   * @throws MailError
   */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
};

export type MailMessage = {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Equivalent to `text`; user content in it is already escaped. */
  readonly html: string;
  /** Constant when the message is sent again, so that duplicates can be recognized. */
  readonly idempotencyKey: string;
  /** Of mails that nobody needs: the ways by which mail programs offer to end them. */
  readonly unsubscribe?: MailUnsubscribe;
};

export type MailUnsubscribe = {
  /** Address on the web; null when there is none. */
  readonly url: string | null;
  /** Whether a POST to `url` ends the mails at once (RFC 8058); else it is a page for people. */
  readonly isOneClick: boolean;
  /** URL of a mail that asks for it, `mailto:…`; null when nobody would read it. */
  readonly mailto: string | null;
};

/** REFUSED is permanent: this recipient cannot be reached. UNAVAILABLE is temporary and says nothing about the message. */
export type MailErrorCode = 'REFUSED' | 'UNAVAILABLE';

export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: MailErrorCode;

  constructor(code: MailErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
