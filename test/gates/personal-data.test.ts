import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { erase } from '#test/support/accounts.ts';
import { allRows, columnsMentioning, mentions } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/cron.ts';
import { unzip } from '#test/support/unzip.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { liveAWholeLife, wordOf } from '#test/support/whole-life.ts';
import {
  wrongCollectionCounters,
  wrongCommentCounters,
  wrongHashtagCounters,
  wrongPostCounters,
} from '#test/support/wrong-counters.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** What becomes of the rows of a person. */
type Fate = {
  /** Who erases them; or what of them stays in which column, and why. */
  readonly erased: string | Readonly<Record<string, string>>;
  /** The files of the archive that hold them; or why none does. */
  readonly exported: readonly string[] | string;
};

const TOMBSTONE = 'others refer to it; nothing says any more whose it was';

/** Every table that says of whom a row is. A new one without a line here fails the first test. */
const FATES: Readonly<Record<string, Fate>> = {
  'auth.account': { erased: 'accounts.eraseIdentity', exported: "the provider's: a password's hash" },
  'auth.session': { erased: 'accounts.eraseIdentity', exported: "the provider's: secrets of the sign-ins" },
  'auth.user': { erased: 'accounts.eraseIdentity', exported: ['profile'] },
  'auth.verification': { erased: 'accounts.eraseIdentity', exported: "the provider's: hashes of codes" },
  'public.admins': { erased: {}, exported: 'admins are no users' },
  'public.blocks': { erased: 'blocks.eraseUser', exported: ['blocks'] },
  'public.comment_reactions': { erased: 'reactions.eraseUser', exported: ['comment-reactions'] },
  'public.comments': { erased: 'comments.eraseAuthor', exported: ['comments'] },
  'public.conversations': {
    erased: {
      created_by: TOMBSTONE,
      direct_pair: TOMBSTONE,
      title: 'it is what the others call their group',
    },
    exported: ['conversations'],
  },
  'public.data_exports': { erased: 'accounts.eraseExports', exported: 'it is what the archive is' },
  'public.drafts': { erased: 'posts.eraseAuthor', exported: ['drafts'] },
  'public.entitlements': {
    erased: 'entitlements.eraseUser',
    exported: ['paid-access', 'paid-access-given'],
  },
  'public.event_log': {
    erased: 'accounts.eraseDeliveries',
    exported: 'what has happened, for a week, by ids',
  },
  'public.event_recipients': { erased: 'accounts.eraseDeliveries', exported: 'deliveries of a week, by ids' },
  'public.follow_requests': {
    erased: 'follows.eraseUser',
    exported: ['follow-requests-sent', 'follow-requests-received'],
  },
  'public.follows': { erased: 'follows.eraseUser', exported: ['following', 'followers'] },
  'public.hashtag_accounts': { erased: 'hashtags.eraseUser', exported: 'what posts say, for two days' },
  'public.hashtag_follows': { erased: 'hashtags.eraseUser', exported: ['followed-hashtags'] },
  'public.idempotency_keys': { erased: 'accounts.eraseKeys', exported: 'ids of results, for a month' },
  'public.media': { erased: 'accounts.eraseMedia', exported: ['media'] },
  'public.messages': {
    erased: { sender_id: TOMBSTONE, text: 'it was said to others, with whom it stays' },
    exported: ['messages'],
  },
  'public.muted_words': { erased: 'mutes.eraseUser', exported: ['muted-words'] },
  'public.mutes': { erased: 'mutes.eraseUser', exported: ['mutes'] },
  'public.outbox': { erased: 'the relay, within seconds', exported: 'on its way out' },
  'public.participants': { erased: { user_id: TOMBSTONE }, exported: ['conversations'] },
  'public.poll_votes': { erased: 'accounts.eraseVotes', exported: ['poll-votes'] },
  'public.post_audience': { erased: 'posts.eraseAuthor', exported: ['posts'] },
  'public.post_hashtags': { erased: 'posts.eraseAuthor', exported: ['posts'] },
  'public.post_reactions': { erased: 'reactions.eraseUser', exported: ['post-reactions'] },
  'public.posts': { erased: 'posts.eraseAuthor', exported: ['posts'] },
  'public.privacy_settings': { erased: 'privacy.eraseUser', exported: ['privacy-settings'] },
  'public.recorded_mails': { erased: 'accounts.erase', exported: 'mails of a week, of an adapter for tests' },
  'public.reposts': { erased: 'reposts.eraseUser', exported: ['reposts'] },
  'public.restrictions': {
    erased: { user_id: 'that an account was restricted is kept for moderators' },
    exported: ['restrictions'],
  },
  'public.saved_collections': { erased: 'saved.eraseUser', exported: ['saved-collections'] },
  'public.saved_posts': { erased: 'saved.eraseUser', exported: ['saved-posts'] },
  'public.sessions': { erased: 'sessions.eraseUser', exported: ['sessions'] },
  'public.timeline_entries': {
    erased: 'feed.eraseUser',
    exported: 'where to look for what others published',
  },
  'public.timelines': { erased: 'feed.eraseUser', exported: 'how far back the entries go' },
  'public.username_history': { erased: 'users.eraseFormerNames', exported: ['usernames'] },
  'public.users': { erased: { id: TOMBSTONE, subject: TOMBSTONE }, exported: ['profile'] },
};

/** Rows pass through them so quickly, or are so little of users, that none is there to look at. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set(['public.outbox', 'public.admins']);

test('every table that says of whom its rows are has a fate, and no fate is left over', async (t) => {
  const world = await testWorld(t);
  assert.deepEqual(await personalTables(world), Object.keys(FATES).toSorted());
});

test('whoever is erased leaves what the table says, and takes nothing of anybody else along', async (t) => {
  const { world, ada, ben } = await worldOfTwo(t);
  const marks = { ada: await marksOf(world, ada), ben: await marksOf(world, ben) };
  const before = await allRows(world);
  for (const table of Object.keys(FATES).filter((name) => !WITHOUT_ROWS.has(name))) {
    for (const [name, own] of Object.entries(marks)) {
      assert.ok(
        before.some((row) => row.table === table && mentions(row.line, own)),
        `${table} has no row of ${name}`,
      );
    }
  }
  const filesOfAda = await filesOf(world, ada);
  assert.ok(filesOfAda.length > 4, filesOfAda.join());
  const otherFiles = (await storedFiles(world)).filter((name) => !filesOfAda.includes(name));

  await erase(world, await world.signIn(ada));
  // Events are kept for a week; until then they say ids of people, but are delivered to nobody who is gone.
  assert.deepEqual(
    columnsMentioning(await allRows(world), marks.ada).filter((column) => column.includes('.event_')),
    ['public.event_log.payload'],
  );
  world.clock.advance('8d');
  await runCron(world, 'platform.trimEventLog');

  const after = await allRows(world);
  const expected = Object.entries(FATES).flatMap(([table, { erased }]) =>
    typeof erased === 'string' ? [] : Object.keys(erased).map((column) => `${table}.${column}`),
  );
  assert.deepEqual(columnsMentioning(after, marks.ada), expected.toSorted());
  assert.deepEqual(await storedFiles(world), otherFiles);

  const linesAfter = new Set(after.map(({ table, line }) => `${table} ${keptPart(table, line)}`));
  const lost = before
    .filter(({ table, line }) => !PASSING.has(table) && !mentions(line, marks.ada))
    .map(({ table, line }) => `${table} ${keptPart(table, line)}`)
    .filter((line) => !linesAfter.has(line));
  assert.deepEqual(lost, []);
  assert.deepEqual(await wrongCounters(world), []);
});

test('the row that stays says nothing but that there was somebody', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await erase(world, ada);
  const { rows } = await sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(u) as row from users u`.execute(world.app.services.db);
  const { username, username_skeleton, created_at, updated_at, ...row } = rows[0]?.row ?? {};
  assert.match(String(username), /^deleted_[0-9a-f]{20}$/);
  assert.ok(username_skeleton && created_at && updated_at);
  const id = uuidOf(ada.id);
  // Whoever adds a column to `users` decides here what becomes of it.
  assert.deepEqual(row, {
    id,
    provider: 'erased',
    subject: id,
    email: null,
    is_email_verified: false,
    display_name: '',
    folded_name: '',
    bio: '',
    avatar_media_id: null,
    cover_media_id: null,
    state: 'DELETED',
    deletion_due_at: null,
    is_private: false,
    is_discoverable: false,
    requires_sign_in: false,
    suspended_until: null,
    popularity: 0,
    follower_count: 0,
    following_count: 0,
    post_count: 0,
  });
});

test('an archive has everything of its owner and of others their ids and usernames alone', async (t) => {
  const { world, ada, ben } = await worldOfTwo(t);
  for (const [owner, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const device = await world.signIn(owner);
    const { dataExports } = await device.do('{ dataExports { nodes { url } } }');
    const files = await unzip(Buffer.from(await (await fetch(dataExports.nodes[0].url)).arrayBuffer()));
    const texts = new Map([...files].filter(([name]) => !name.startsWith('media/')));
    for (const [table, { exported }] of Object.entries(FATES)) {
      for (const name of typeof exported === 'string' ? [] : exported) {
        const rows = JSON.parse(texts.get(`${name}.json`)?.toString() ?? '[]') as unknown[];
        assert.ok(rows.length > 0, `${table}: ${name}.json`);
      }
    }
    const all = [...texts.values()].join('\n');
    for (const kind of [
      'Name',
      'Bio',
      'Post',
      'Choice',
      'Edited',
      'Draft',
      'Regretted',
      'Alt',
      'Collection',
      'Comment',
      'Sent',
      'Message',
      'Data',
      'Title',
    ]) {
      assert.ok(all.includes(`${kind} ${wordOf(owner)}`), `${kind} of ${owner.username}`);
    }
    assert.ok(
      all.includes(owner.email) && all.includes(owner.ip) && all.includes(`former.${owner.username}`),
    );
    for (const mark of [wordOf(other), other.email, other.ip, `former.${other.username}`]) {
      assert.ok(!all.includes(mark), `${mark} in the archive of ${owner.username}`);
    }
    // They met: so each finds the other, by id and username.
    assert.ok(all.includes(other.id) && all.includes(`"username":"${other.username}"`));
    const media = JSON.parse(texts.get('media.json')?.toString() ?? '[]') as { file: string }[];
    assert.equal(media.length, 5);
    for (const { file } of media) assert.ok((files.get(`media/${file}`)?.length ?? 0) > 100, file);
    assert.equal([...files.keys()].filter((name) => name.startsWith('media/')).length, media.length);
  }
});

async function worldOfTwo(t: { after(work: () => unknown): void }) {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [suitor, enemy] = [await world.user('suitor'), await world.user('enemy')];
  await liveAWholeLife(world, ada, { friend: ben, suitor, enemy });
  await liveAWholeLife(world, ben, { friend: ada, suitor, enemy });
  await world.runJobs();
  return { world, ada, ben };
}

const NAMED_FOR_PEOPLE =
  '^(email|username|subject|identifier|recipients?|created_by|direct_pair|accountId|userId)$' +
  '|^(user|owner|author|sender|caller|creator|follower|followee|requester|target|blocker|blocked|muter|muted)_ids?$';

async function personalTables({ app }: World): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct n.nspname || '.' || c.relname as "table"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'auth') and a.attnum > 0 and not a.attisdropped and (
      a.attname ~ ${NAMED_FOR_PEOPLE} or a.attname ~ '_user_ids?$' or exists (
        select from pg_constraint k where k.conrelid = c.oid and a.attnum = any(k.conkey)
          and k.confrelid = 'public.users'::regclass
      ))
    order by 1`.execute(app.services.db);
  return rows.map((row) => row.table);
}

/** What gives a person away wherever it stands. */
async function marksOf({ app }: World, person: Person): Promise<string[]> {
  const id = uuidOf(person.id);
  const { rows } = await sql<{ mark: string }>`
    select subject as mark from users where id = ${id}
    union all select session_key from sessions where user_id = ${id}
    union all select id::text from sessions where user_id = ${id}
    union all select id::text from media where owner_id = ${id}
    union all select id::text from posts where author_id = ${id}
    union all select id::text from reposts where user_id = ${id}
    union all select id::text from saved_posts where user_id = ${id}
    union all select poll.id::text from polls poll join posts p on p.id = poll.post_id where p.author_id = ${id}
    union all select o.id::text from poll_options o join polls poll on poll.id = o.poll_id
      join posts p on p.id = poll.post_id where p.author_id = ${id}`.execute(app.services.db);
  const { username, email, ip } = person;
  return [
    id,
    email,
    ip,
    wordOf(person),
    `"${username}"`,
    `former.${username}`,
    ...rows.map(({ mark }) => mark),
  ];
}

/** They hold what comes and goes by itself. */
const PASSING: ReadonlySet<string> = new Set([
  'public.event_head',
  'public.event_log',
  'public.event_recipients',
  'graphile_worker._private_known_crontabs',
]);

const REACTION_COUNTERS = ['like_count', 'love_count', 'haha_count', 'wow_count', 'sad_count', 'angry_count'];

/** What others' doings change of a row: the counters are compared with what they count, and a group gets a new owner. */
const CHANGED_BY_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'public.users': ['follower_count', 'following_count', 'popularity'],
  'public.hashtags': ['post_count', 'follower_count', 'popularity'],
  'public.participants': ['role'],
  'public.poll_options': ['vote_count'],
  'public.polls': ['voter_count'],
  'public.post_counters': [...REACTION_COUNTERS, 'comment_count', 'repost_count', 'quote_count'],
  'public.comments': [...REACTION_COUNTERS, 'reply_count', 'score'],
};

function keptPart(table: string, line: string): string {
  const changed = CHANGED_BY_OTHERS[table] ?? [];
  const kept = Object.entries(JSON.parse(line) as object).filter(([column]) => !changed.includes(column));
  return JSON.stringify(kept);
}

async function wrongCounters(world: World): Promise<unknown[]> {
  const { rows } = await sql`
    select username from users u where (follower_count, following_count, post_count) is distinct from (
      (select count(*) from follows where followee_id = u.id),
      (select count(*) from follows where follower_id = u.id),
      (select count(*) from posts where author_id = u.id and deleted_at is null))`.execute(
    world.app.services.db,
  );
  return [
    ...rows,
    ...(await wrongCollectionCounters(world)),
    ...(await wrongPostCounters(world)),
    ...(await wrongCommentCounters(world)),
    ...(await wrongPollCounters(world)),
    ...(await wrongHashtagCounters(world)),
  ];
}

async function wrongPollCounters({ app }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select id from polls poll where voter_count <> (
      select count(distinct v.voter_id) from poll_votes v join poll_options o on o.id = v.option_id
      where o.poll_id = poll.id)
    union all select id from poll_options o where vote_count <> (
      select count(*) from poll_votes where option_id = o.id)`.execute(app.services.db);
  return rows;
}

/** What lies in the storage, whatever the folder. */
async function storedFiles({ dataDir }: World): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}

async function filesOf(world: World, person: Person): Promise<string[]> {
  const id = uuidOf(person.id);
  const { rows } = await sql<{ id: string }>`
    select id::text from media where owner_id = ${id}
    union all select id::text from data_exports where user_id = ${id}`.execute(world.app.services.db);
  return (await storedFiles(world)).filter((name) => rows.some((row) => name.includes(row.id)));
}
