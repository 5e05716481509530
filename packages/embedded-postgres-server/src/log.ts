/** Logger of the server and its supervisor, compatible with pino. */
export type Log = {
  readonly debug: Write;
  readonly warn: Write;
  readonly error: Write;
};

type Write = (fields: object, message: string) => void;
