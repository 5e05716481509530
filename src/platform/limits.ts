import { z } from 'zod';

const KIB = 1024;
const MIB = 1024 * KIB;

const count = (value: number) => z.coerce.number().int().positive().default(value);

/**
 * Every limit of the API with its default. The environment overrides one by its name in capitals
 * (`pageSizeMax` by `LIMIT_PAGE_SIZE_MAX`); the query `apiLimits` shows the values in force.
 */
export const limitsSchema = z.strictObject({
  requestBodyBytes: count(256 * KIB),
  queryTokens: count(2_000),
  queryBrackets: count(200),
  queryDepth: count(15),
  queryAliases: count(30),
  queryRootFields: count(20),
  mutationRootFields: count(5),
  listInputItems: count(250),
  jsonDepth: count(32),
  jsonBytes: count(16 * KIB),
  operationCost: count(10_000),
  userCostBudget: count(20_000),
  userCostRefillPerSecond: count(200),
  anonymousCostBudget: count(4_000),
  anonymousCostRefillPerSecond: count(40),
  operationTimeoutMs: count(10_000),
  pageSizeDefault: count(20),
  pageSizeMax: count(100),
  uploadFiles: count(10),
  uploadImageBytes: count(20 * MIB),
  uploadVideoBytes: count(200 * MIB),
  uploadAudioBytes: count(25 * MIB),
  imagePixels: count(50_000_000),
  socketSubscriptions: count(100),
  sessionSockets: count(10),
  socketMessageBytes: count(64 * KIB),
  socketQueueBytes: count(1 * MIB),
  postTextLength: count(2_200),
  messageTextLength: count(4_000),
  bioLength: count(500),
  displayNameLength: count(50),
  usernameLengthMin: count(3),
  usernameLengthMax: count(30),
  postMedia: count(10),
  messageMedia: count(10),
  groupParticipants: count(100),
});

export type Limits = z.infer<typeof limitsSchema>;

export const defaultLimits: Limits = limitsSchema.parse({});
