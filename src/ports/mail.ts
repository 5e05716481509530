/** Takes messages to people's mailboxes. */
export type MailPort = {
  /**
   * Resolves when a server has taken the message over; whether it arrives, nobody can know.
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
  /** Says the same as `text`; whatever people wrote in it is escaped already. */
  readonly html: string;
  /** Stays the same when the message is sent again, so that a repetition can be told from another message. */
  readonly idempotencyKey: string;
};

/** REFUSED will be refused at every try: nobody can be reached like this. UNAVAILABLE says nothing about the message. */
export type MailErrorCode = 'REFUSED' | 'UNAVAILABLE';

export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: MailErrorCode;

  constructor(code: MailErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
