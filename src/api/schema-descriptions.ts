/** Descriptions of the two schemas: what a developer needs before the first request, shown by the explorer and by generated documentation. */

const IDS_AND_LISTS = `Ids are global: a prefix for the type, then a part that is ordered by time. A malformed id, or one of another type, is BAD_USER_INPUT.

Lists are Relay connections: \`first\` and \`after\`, which takes \`pageInfo.endCursor\`. A cursor belongs to one list and its arguments, and stays valid.`;

const ERRORS = `A mutation that is refused changes nothing and says why in the \`errors\` of its payload: show a text of your own for \`code\`. A request that cannot be served has top-level \`errors\` with \`extensions.code\`; UNAUTHENTICATED has a \`reason\`, RATE_LIMITED has \`retryAfterSeconds\`.`;

export const CLIENT_DESCRIPTION = `The API for the web front end and the iOS app.

Sign in by \`register\` or \`login\`. Send the access token as \`Authorization: Bearer …\`, on a socket as \`authorization\` in the parameters of \`connection_init\` (which take \`acceptLanguage\` for \`Accept-Language\`), and get the next one by \`refreshSession\` before \`expiresAt\`. Without a token the caller is anonymous. \`me\` is the account of the caller.

${IDS_AND_LISTS} \`node\` reads any object by its id; what is absent and what the caller cannot see are both null.

${ERRORS} In the input of an \`update…\` mutation null clears a field, and an omitted one stays.

Files are sent by the GraphQL multipart request specification, each as a variable of the type Upload, with the header \`Authorization\`, even empty.

Subscriptions run on a WebSocket at the same path with the protocol \`graphql-transport-ws\`. Take \`eventCursor\` before lists are fetched and pass it as \`after\`: nothing in between is missed.

\`apiLimits\` has the limits in force. The header \`X-Include-Cost: 1\` adds what a request costs to \`extensions.cost\`; outside production \`X-Include-Work: 1\` adds its SQL statements and milliseconds to \`extensions.work\`.`;

export const ADMIN_DESCRIPTION = `The API for the admin panel.

Sign in by \`adminLogin\`, send the access token as \`Authorization: Bearer …\`, and get the next one by \`adminRefreshSession\` before \`expiresAt\`; \`adminLogout\` ends the session. The description of each field ends with the permission that it needs; \`adminMe\` has those of the caller.

${IDS_AND_LISTS} \`adminGetNode\` reads any object by its id.

${ERRORS}`;
