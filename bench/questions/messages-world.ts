import type { Client } from 'pg';
import { fillWithoutIndexes, vacuumFilled } from '../harness/bulk.ts';
import { HELPERS, SIGN_INS } from './people-world.ts';
import { refreshTokenOf } from '../harness/world.ts';

export type MessagesWorldSize = {
  readonly users: number;
  /** Number of users who sign in and send requests; each is in all groups. */
  readonly visitors: number;
  /** Number of groups, and of those of them that have messages, and of their messages. */
  readonly groups: number;
  readonly busyGroups: number;
  readonly groupMessages: number;
  /** Messages of one more group of the visitors. */
  readonly largeGroupMessages: number;
  /** Direct conversations of others, with a message each. */
  readonly otherConversations: number;
};

/** A million messages of each visitor. */
export const MESSAGES_WORLD: MessagesWorldSize = {
  users: 10_000,
  visitors: 200,
  groups: 5_000,
  busyGroups: 2_000,
  groupMessages: 250,
  largeGroupMessages: 500_000,
  otherConversations: 200_000,
};

export const SMALL_MESSAGES_WORLD: MessagesWorldSize = {
  users: 1_000,
  visitors: 50,
  groups: 100,
  busyGroups: 50,
  groupMessages: 50,
  largeGroupMessages: 5_000,
  otherConversations: 2_000,
};

/** The number of the large group. */
export const LARGE_GROUP = 0;

/** The visitors are the first users. */
export const messagesVisitorNumbers = ({ visitors }: MessagesWorldSize): number[] =>
  Array.from({ length: visitors }, (_, index) => index + 1);

/**
 * Fills an empty database with conversations, equal at every run except the expiry of the sign-ins. The groups take turns with
 * their messages, in texts with a natural frequency of words. The visitors have read all but every hundredth group. It is the
 * evening of the newest message, and all is noted of the days before.
 */
export async function seedMessages(client: Client, size: MessagesWorldSize): Promise<void> {
  const { users, visitors, groups, busyGroups, groupMessages, largeGroupMessages, otherConversations } = size;
  await client.query("set work_mem = '1GB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off");
  for (const statement of [...HELPERS, WORD]) await client.query(statement);
  await client.query(SENTENCE);
  await client.query(CONVERSATION, [groups, otherConversations]);
  await client.query(MESSAGE, [busyGroups, groupMessages, largeGroupMessages, groups, otherConversations]);
  await client.query('alter table bench.conversation add primary key (n); analyze bench.conversation');
  await fillWithoutIndexes(
    client,
    ['users', 'conversations', 'participants', 'participant_markers', 'messages', 'message_search'],
    async () => {
      await client.query(USERS, [users]);
      await client.query(CONVERSATIONS, [visitors]);
      await client.query(ACTIVE_CONVERSATIONS);
      await client.query(PARTICIPANTS, [users, visitors]);
      await client.query(MARKERS);
      await client.query(MESSAGES, [users, visitors]);
      await client.query(WORDS_OF_MESSAGES);
    },
  );
  const numbers = messagesVisitorNumbers(size);
  await client.query(SIGN_INS, [numbers, numbers.map(refreshTokenOf)]);
  await vacuumFilled(client);
  await client.query('checkpoint');
}

/** Made-up words, unique for each number. */
const WORD = `
  create function bench.word(n integer) returns text immutable parallel safe language sql return
    translate(to_hex(1000 + n * 7), '0123456789abcdef', 'aeioubdfglmnprst') || substr('aeiouy', 1 + n % 6, 1)`;

const WORDS = 20_000;
const SENTENCES = 50_000;
const SENTENCE_WORDS = 8;

/** The first words of the vocabulary are the most frequent. */
const SENTENCE = `
  create unlogged table bench.sentence as
  select n, string_agg(bench.word(
    floor(${WORDS} * power(bench.fraction(1, n * 16::bigint + k), 3))::int), ' ' order by k) as text
  from generate_series(0, ${SENTENCES} - 1) n, generate_series(1, ${SENTENCE_WORDS}) k
  group by n`;

/**
 * Groups come first. The order of the ids is another one, because the conversations of one user are not adjacent in a real
 * table either; the prime visits every place once.
 */
const CONVERSATION = `
  create unlogged table bench.conversation as
  select n, bench.id('conversation', n::bigint * 7368787 % (1 + $1::int + $2::int)) as id, n <= $1::int as is_group
  from generate_series(${LARGE_GROUP}, $1::int + $2::int) n`;

/** The place is the order of sending: conversations take turns, the large group between all others. */
const MESSAGE = `
  create unlogged table bench.message as
  select row_number() over (order by moment, n) as place, n, seq from (
    select ${LARGE_GROUP} as n, seq, seq / $3::float8 as moment from generate_series(1, $3::int) seq
    union all
    select n, seq, (seq - bench.fraction(2, n * 1048576::bigint + seq)) / $2::float8
    from generate_series(1, $1::int) n, generate_series(1, $2::int) seq
    union all
    select n, 1, bench.fraction(6, n) from generate_series($4::int + 1, $4::int + $5::int) n
  ) sent`;

const USERS = `
  insert into users (id, provider, subject, username, display_name, bio, created_at, updated_at)
  select bench.id('user', n), 'embedded', bench.id('user', n)::text, 'user_' || n, 'Person number ' || n, '',
    bench.moment(n), bench.moment(n)
  from generate_series(1, $1::int) n order by n`;

const CONVERSATIONS = `
  insert into conversations (id, kind, title, direct_pair, created_by, last_seq, participant_count, created_at, updated_at)
  select c.id, case when is_group then 'GROUP' else 'DIRECT' end, case when is_group then 'Group ' || n end,
    case when not is_group then c.id::text end, bench.id('user', 1), coalesce(last_seq, 0),
    case when is_group then $1::int else 2 end, bench.moment(0),
    bench.moment(coalesce(last_place, 0))
  from bench.conversation c left join (
    select n, max(seq) as last_seq, max(place) as last_place from bench.message group by n) sent using (n)
  order by c.id`;

const ACTIVE_CONVERSATIONS = `
  insert into active_conversations (conversation_id, active_on, is_copied)
  select id, day_of(updated_at), true from conversations
  where day_of(updated_at) = (select day_of(max(updated_at)) from conversations)`;

/** The number of messages of the conversation `n` that nobody has read. */
const UNREAD = '(n % 100 = 0)::integer';

/** Direct conversations are of two users who are no visitors, which follow from their numbers. */
const PARTICIPANTS = `
  insert into participants (conversation_id, user_id, role, joined_seq, joined_at, active_on, is_behind)
  select c.id, bench.id('user', person), case when is_group and person = 1 then 'OWNER' else 'MEMBER' end, 0, bench.moment(0),
    day_of(updated_at), ${UNREAD} > 0 and last_seq > 0 and not exists (select from active_conversations a where a.conversation_id = c.id)
  from bench.conversation c join conversations using (id)
  cross join lateral (
    select person from generate_series(1, $2::int) person where is_group
    union all
    select $2::int + 1 + (c.n + k + k * (c.n % 97)) % ($1::int - $2::int) from generate_series(0, 1) k where not is_group
  ) part
  order by bench.fraction(3, c.n * 1024::bigint + person)`;

const MARKERS = `
  insert into participant_markers (conversation_id, user_id, read_seq, read_at, told_seq)
  select c.id, p.user_id, greatest(last_seq - ${UNREAD}, 0), updated_at, 0
  from conversations c join participants p on p.conversation_id = c.id join bench.conversation b on b.id = c.id`;

const MESSAGES = `
  insert into messages (id, conversation_id, seq, sender_id, text, created_at)
  select bench.id('message', place), c.id, seq,
    bench.id('user', case when is_group then 1 + (place % $2::int)::int else $2::int + 1 + c.n % ($1::int - $2::int) end),
    sentence.text, bench.moment(place)
  from bench.message m join bench.conversation c using (n)
  join bench.sentence on bench.sentence.n = floor(${SENTENCES} * bench.fraction(5, place))::int
  order by place`;

const WORDS_OF_MESSAGES = `
  insert into message_search (message_id, conversation_id, seq, words)
  select id, conversation_id, seq, message_words(conversation_id, seq, text) from messages order by id`;
