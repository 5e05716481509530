import { z } from 'zod';
import { mapValues } from './records.ts';

/** One limit of the API: its default and its description. */
export type LimitDefinition = { readonly value: number; readonly description: string };
export type LimitDefinitions = Readonly<Record<string, LimitDefinition>>;
/** The limits of the platform and of all modules. */
export type AllLimitDefinitions = Readonly<Record<keyof Limits, LimitDefinition>>;
export type LimitsOf<Definitions> = { readonly [Name in keyof Definitions]: number };

export const limit = (value: number, description: string): LimitDefinition => ({ value, description });

const KIB = 1024;
export const MIB = 1024 * KIB;

/** The limits of transports and execution. Each domain declares its own in its module. */
export const platformLimits = {
  requestBodyBytes: limit(
    256 * KIB,
    'Maximum size of a JSON request, or of `operations` in a multipart one, in bytes.',
  ),
  queryTokens: limit(2_000, 'Maximum number of tokens in a document.'),
  queryBrackets: limit(200, 'Maximum nesting of brackets in a document, of every kind.'),
  queryDepth: limit(15, 'Maximum depth of fields in an operation; introspection has a bound of its own.'),
  queryAliases: limit(30, 'Maximum number of aliases in an operation.'),
  queryRootFields: limit(20, 'Maximum number of root fields in a query.'),
  mutationRootFields: limit(5, 'Maximum number of root fields in a mutation.'),
  listInputItems: limit(250, 'Maximum number of items in a list of the input.'),
  jsonDepth: limit(32, 'Maximum depth of a `JSON` value.'),
  jsonBytes: limit(16 * KIB, 'Maximum size of a `JSON` value in bytes.'),
  operationCost: limit(
    10_000,
    'Maximum cost of one operation in points: one for each object and a fifth for each scalar; lists multiply what is below them by their page size, those without pages by their bound. The points of what did not come back are returned to the budget.',
  ),
  subscriptionCost: limit(500, 'Maximum cost of one event of a subscription in points.'),
  resultObjects: limit(
    20_000,
    'Maximum number of objects in a result; past it the operation ends with QUERY_TOO_COMPLEX.',
  ),
  resultBytes: limit(
    8 * MIB,
    'Maximum size of a result in bytes; past it the operation ends with QUERY_TOO_COMPLEX.',
  ),
  userCostBudget: limit(20_000, 'Maximum cost budget of a user, in points.'),
  userCostRefillPerSecond: limit(200, 'Points that the cost budget of a user regains each second.'),
  anonymousCostBudget: limit(20_000, 'Maximum cost budget of an anonymous network, in points.'),
  anonymousCostRefillPerSecond: limit(
    2_500,
    'Points that the cost budget of an anonymous network regains each second.',
  ),
  operationTimeoutMs: limit(10_000, 'Time limit of an operation in milliseconds.'),
  pageSizeDefault: limit(20, 'Number of items of a page when `first` and `last` are omitted.'),
  pageSizeMax: limit(100, 'Maximum number of items of a page.'),
  uploadFiles: limit(10, 'Maximum number of files in a request.'),
  uploadImageBytes: limit(20 * MIB, 'Maximum size of an image in bytes.'),
  uploadVideoBytes: limit(200 * MIB, 'Maximum size of a video in bytes.'),
  uploadAudioBytes: limit(25 * MIB, 'Maximum size of an audio file in bytes.'),
  uploadFileBytes: limit(
    50 * MIB,
    'Maximum size of a file of the kind FILE, such as a PDF or a ZIP, in bytes.',
  ),
  uploadTimeoutMs: limit(30 * 60 * 1_000, 'Time limit of an upload in milliseconds.'),
  callerUploadMib: limit(
    400,
    'Maximum size of the files of one caller that are under way at the same time, in MiB.',
  ),
  networkUploadMib: limit(
    1_024,
    'Maximum size of the files from one network that are under way at the same time, in MiB.',
  ),
  totalUploadMib: limit(
    4_096,
    'Maximum size of all files that are under way to one server process at the same time, in MiB.',
  ),
  uploadFreeDiskMib: limit(2_048, 'Free disk space below which uploads are refused, in MiB.'),
  socketSubscriptions: limit(100, 'Maximum number of concurrent operations on one socket.'),
  sessionSockets: limit(10, 'Maximum number of open sockets of one session.'),
  networkSockets: limit(2_000, 'Maximum number of open sockets of one network, in each process.'),
  networkUnopenedSockets: limit(
    50,
    'Maximum number of sockets of one network that have not sent `connection_init`, in each process.',
  ),
  requestHeadersMs: limit(10_000, 'Time limit for the headers of a request to arrive, in milliseconds.'),
  socketMessageBytes: limit(64 * KIB, 'Maximum size of a socket message to the server in bytes.'),
  socketQueueBytes: limit(
    1 * MIB,
    'Maximum number of bytes queued for a slow client before its socket is closed.',
  ),
};

/** Limits in force, by name. A module adds its own: `interface Limits extends LimitsOf<…> {}`. */
export interface Limits extends LimitsOf<typeof platformLimits> {}

/** Coins for 100 of the smallest unit of a currency, within which an admin offers them alone; of others none. */
export type CoinRates = ReadonlyMap<string, { readonly min: number; readonly max: number }>;

/** Keeps what `make` builds from the limits, such as a schema: that takes longer than parsing with it. */
export function perLimits<Made extends object>(make: (limits: Limits) => Made): (limits: Limits) => Made {
  const madeOf = new WeakMap<Limits, Made>();
  return (limits) => {
    const known = madeOf.get(limits);
    if (known) return known;
    const made = make(limits);
    madeOf.set(limits, made);
    return made;
  };
}

/** Parses limits from environment variables: each is a whole number above zero, or omitted for its default. */
export function limitsSchemaOf(definitions: AllLimitDefinitions): z.ZodType<Limits> {
  return z.strictObject(
    mapValues(definitions, ({ value, description }) =>
      z.coerce.number().int().positive().default(value).describe(description),
    ),
  );
}
