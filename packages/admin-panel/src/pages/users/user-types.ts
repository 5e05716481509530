import type { GetUserQuery } from '../../generated/graphql.ts';

export type User = NonNullable<GetUserQuery['adminGetUser']>;
