/** A mail that the embedded adapter has kept in place of sending it. */
export type RecordedMail = {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date;
};
