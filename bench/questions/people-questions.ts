import type { Client } from 'pg';
import { z } from 'zod';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { follows } from './people-changes.ts';
import {
  COLLECTOR,
  PEOPLE_WORLD,
  POPULAR_RANK_MAX,
  seedPeople,
  SMALL_PEOPLE_WORLD,
  visitorNumbers,
} from './people-world.ts';
import { ask } from '../harness/product-server.ts';
import type { Place, Question, QuestionTable } from './questions.ts';
import type { Size } from '../harness/report.ts';

/** Profiles, searches and follows among a million users, one of whom all others follow. */
export function peopleTable(of: Size): QuestionTable {
  const size = of === 'small' ? SMALL_PEOPLE_WORLD : PEOPLE_WORLD;
  return {
    name: 'people',
    size,
    fill: (client) => seedPeople(client, size),
    visitors: visitorNumbers(size),
    jobs: [],
    ask: askAboutPeople,
    largeTables: ['users', 'follows'],
    schedule: {
      usual: { rounds: 3, loadMs: 1_000, warmUpMs: 500 },
      // The visitors' tokens expire after this.
      full: { rounds: 5, loadMs: 1_300, warmUpMs: 600 },
    },
  };
}

const PAGE_SIZE = 20;
const P50_MS_MAX = 10;

const AVATAR = 'avatar { url placeholder width height }';
const PROFILE = `id username displayName bio isPrivate followerCount followingCount postCount createdAt ${AVATAR}
  cover { url } viewer { isSelf isFollowing followState isFollowedBy requestedToFollowYou }`;
const LISTED = `id username displayName isPrivate ${AVATAR} viewer { followState isFollowedBy }`;
const PAGE = `{ nodes { ${LISTED} } pageInfo { hasNextPage endCursor } }`;

const personAnswer = z.object({ person: z.object({ username: z.string(), viewer: z.object({}) }) });
const listAnswer = (nodesMin: number) =>
  z.object({ list: z.object({ nodes: z.array(z.object({ username: z.string() })).min(nodesMin) }) });

async function askAboutPeople(place: Place): ReturnType<QuestionTable['ask']> {
  const people = await listPeople(place.client);
  const popular = await listPopular(place.client);
  const [starId] = popular;
  if (starId === undefined) throw new Error('The world has no star.');
  const questions = [
    ...profiles(people),
    ...followLists(starId, await followCursors(place, starId)),
    ...SEARCHES.flatMap(searchQuestions),
    searchQuestion({ kind: 'a mix', texts: SEARCHES.flatMap(({ texts }) => texts), nodesMin: 0 }),
    {
      ...paged(
        'suggestedUsers',
        `query ($first: Int, $after: String) { list: suggestedUsers(first: $first, after: $after) ${PAGE} }`,
      ),
      variables: [{ first: PAGE_SIZE }],
    },
    {
      ...paged('mutualFollowers', listOfPerson('mutualFollowers')),
      variables: popular.map((id) => ({ id: toGlobalId('user', id), first: PAGE_SIZE })),
      answer: listAnswer(1),
    },
  ];
  return { questions, changes: [follows(starId)] };
}

type Person = { readonly id: string; readonly username: string };

function profiles(people: readonly Person[]): Question[] {
  const profile = { isPaged: false, p50MsMax: P50_MS_MAX, answer: personAnswer };
  return [
    {
      ...profile,
      name: 'user(username)',
      query: `query ($username: String!) { person: user(username: $username) { ${PROFILE} } }`,
      variables: people.map(({ username }) => ({ username })),
    },
    {
      ...profile,
      name: 'user(id)',
      query: `query ($id: ID!) { person: user(id: $id) { ${PROFILE} } }`,
      variables: people.map(({ id }) => ({ id: toGlobalId('user', id) })),
    },
  ];
}

function followLists(starId: string, cursors: FollowCursors): Question[] {
  const star = { id: toGlobalId('user', starId), first: PAGE_SIZE };
  const collector = { id: toGlobalId('user', cursors.collectorId), first: PAGE_SIZE };
  const followers = listOfPerson('followers');
  return [
    { ...paged('followers, first page', followers), variables: [star], p50MsMax: P50_MS_MAX },
    {
      ...paged('followers, deep in the list', followers),
      variables: cursors.followers.map((after) => ({ ...star, after })),
      p50MsMax: P50_MS_MAX,
    },
    {
      ...paged('following', listOfPerson('following')),
      variables: cursors.following.map((after) => ({ ...collector, after })),
    },
  ];
}

type SearchKind = { readonly kind: string; readonly texts: readonly string[]; readonly nodesMin: number };

/** Nonsense may match no user; every other text must match one. */
const SEARCHES: readonly SearchKind[] = [
  { kind: 'common prefix', texts: ['ma', 'jo', 'an', 'mar'], nodesMin: PAGE_SIZE },
  { kind: 'rare prefix', texts: ['zb', 'xq', 'quen', 'ybar'], nodesMin: 1 },
  {
    kind: 'full name',
    texts: ['Maria Schmidt', 'zbigniew novak', 'José Müller', 'Оксана Мельник'],
    nodesMin: 1,
  },
  { kind: 'typo', texts: ['mraia', 'michael jonson', 'schmitd', 'kowalksi'], nodesMin: 1 },
  { kind: 'nonsense', texts: ['xqzjwv', 'qqqqqqqq', 'wxyz qvbk', 'brfgthklmn'], nodesMin: 0 },
];

/** Each text is a separate question, so that slow ones are not averaged with faster ones. */
const searchQuestions = ({ kind, texts, nodesMin }: SearchKind): Question[] =>
  texts.map((text) => searchQuestion({ kind, texts: [text], nodesMin }));

const searchQuestion = ({ kind, texts, nodesMin }: SearchKind): Question => ({
  ...paged(
    `searchUsers, ${kind}`,
    `query ($text: String!, $first: Int, $after: String) {
      list: searchUsers(query: $text, first: $first, after: $after) ${PAGE} }`,
  ),
  variables: texts.map((text) => ({ text, first: PAGE_SIZE })),
  p50MsMax: P50_MS_MAX,
  answer: listAnswer(nodesMin),
});

const listOfPerson = (field: string): string =>
  `query ($id: ID!, $first: Int, $after: String) {
    list: ${field}(userId: $id, first: $first, after: $after) ${PAGE} }`;

const paged = (name: string, query: string): Omit<Question, 'variables'> => ({
  name,
  query,
  isPaged: true,
  p50MsMax: null,
  answer: listAnswer(PAGE_SIZE),
});

const PEOPLE_ASKED_FOR = 500;
const personRows = z.array(z.object({ id: z.string(), username: z.string() }));

/** Users of all ages who are visible to every visitor. */
async function listPeople(client: Client): Promise<Person[]> {
  const { rows } = await client.query(
    `select id, username from users
     where state = 'ACTIVE' and suspended_until is null and not exists (
       select from blocks where blocker_id = users.id or blocked_id = users.id)
     order by md5(username) limit $1`,
    [PEOPLE_ASKED_FOR],
  );
  return personRows.parse(rows);
}

const idRows = z.array(z.object({ id: z.string() }));

/** The most popular users, the star first. */
async function listPopular(client: Client): Promise<string[]> {
  const { rows } = await client.query('select id from bench.person where rank <= $1 order by rank', [
    POPULAR_RANK_MAX,
  ]);
  return idRows.parse(rows).map(({ id }) => id);
}

type FollowCursors = {
  readonly collectorId: string;
  /** Followers of the star, from the middle of the list to its end. */
  readonly followers: readonly string[];
  /** At even distances in the followees of the user who follows very many. */
  readonly following: readonly (string | null)[];
};

const CURSORS = 400;

async function followCursors(place: Place, starId: string): Promise<FollowCursors> {
  const { rows } = await place.client.query('select id from bench.person where n = $1', [COLLECTOR]);
  const [collector] = idRows.parse(rows);
  if (!collector) throw new Error('The world has no user who follows very many.');
  const followers = await cursorsOf(place, { list: 'followers', userId: starId, from: 0.5 });
  const following = await cursorsOf(place, { list: 'following', userId: collector.id, from: 0 });
  return { collectorId: collector.id, followers, following: [null, ...following] };
}

type FollowList = {
  readonly list: 'followers' | 'following';
  readonly userId: string;
  readonly from: number;
};

const keyRows = z.array(z.object({ since: z.date(), id: z.string() }));

/** Cursors at even distances in a list, from this share of it on, except its end. */
async function cursorsOf(place: Place, follow: FollowList): Promise<string[]> {
  const { list, userId, from } = follow;
  const [own, other] = list === 'followers' ? ['followee_id', 'follower_id'] : ['follower_id', 'followee_id'];
  const { rows } = await place.client.query(
    `select since, id from (
       select created_at as since, ${other} as id, row_number() over (order by created_at desc, ${other} desc) as place,
         count(*) over () as length
       from follows where ${own} = $1
     ) listed
     where place between length * $2::float and length * 0.99 and place % (length / $3::int) = 0`,
    [userId, from, CURSORS],
  );
  const cursor = await firstCursor(place, follow);
  return keyRows.parse(rows).map(({ since, id }) => cursorAt(cursor, [since.getTime(), id]));
}

const pageAnswer = z.object({ list: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) });

async function firstCursor({ server, visitor }: Place, { list, userId }: FollowList): Promise<string> {
  const variables = { id: toGlobalId('user', userId), first: 1 };
  const answer = await ask(server, { visitor, asked: { query: listOfPerson(list), variables } });
  return pageAnswer.parse(answer).list.pageInfo.endCursor;
}

/** Replaces the key of a cursor and keeps its list prefix, without which it would be refused. */
function cursorAt(cursor: string, key: readonly unknown[]): string {
  const parts = z.array(z.unknown()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  return Buffer.from(JSON.stringify([...parts.slice(0, -key.length), ...key])).toString('base64url');
}
