import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { TableHandling } from '#platform/request/personal-data.ts';
import { modules } from '#domains/modules.ts';
import { erase } from '#test/support/people/accounts.ts';
import { allRows, columnsMentioning, mentions } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { wrongReactionCounts } from '#test/support/messaging/message-reactions.ts';
import { unzip } from '#test/support/transport/unzip.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { useEveryFeature } from '#test/support/promises/every-feature.ts';
import { wordOf } from '#test/support/promises/features/company.ts';
import {
  wrongCollectionCounters,
  wrongCommentCounters,
  wrongHashtagCounters,
  wrongPostCounters,
} from '#test/support/content/wrong-counters.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** Every table with a column that names a user, as declared by the modules. A new undeclared one fails the first test. */
const DECLARED_TABLES = Object.assign(
  {},
  ...modules.map((module) => module.personalData?.tables ?? {}),
) as Readonly<Record<string, TableHandling>>;

/** Tables whose rows are too short-lived, or too little about users, to be checked. */
const WITHOUT_ROWS: ReadonlySet<string> = new Set(['public.outbox', 'public.admins', 'public.push_held']);

test('every table with personal data declares its erasure and export, and no declaration is left over', async (t) => {
  const world = await testWorld(t);
  assert.deepEqual(await personalTables(world), Object.keys(DECLARED_TABLES).toSorted());
});

test('an erasure deletes exactly the declared rows, and no data of other users', async (t) => {
  const { world, ada, ben } = await worldOfTwo(t);
  const marks = { ada: await marksOf(world, ada), ben: await marksOf(world, ben) };
  const before = await allRows(world);
  for (const table of Object.keys(DECLARED_TABLES).filter((name) => !WITHOUT_ROWS.has(name))) {
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
  // Events are kept for eight days; until then they contain ids of users, but are not delivered to erased ones.
  assert.deepEqual(
    columnsMentioning(await allRows(world), marks.ada).filter((column) => column.includes('.event_')),
    ['public.event_log.payload'],
  );
  world.clock.advance('9d');
  await runCron(world, 'platform.trimEventLog');
  await runCron(world, 'platform.keepPartitions');

  const after = await allRows(world);
  const expected = Object.entries(DECLARED_TABLES).flatMap(([table, { erased }]) =>
    typeof erased === 'string' ? [] : Object.keys(erased).map((column) => `${table}.${column}`),
  );
  // An admin has erased the account, since it had earnings: that stays on record.
  const kept = [...expected, 'public.audit_entries.subject_id'].toSorted();
  assert.deepEqual(columnsMentioning(after, marks.ada), kept);
  assert.deepEqual(await storedFiles(world), otherFiles);

  const linesAfter = new Set(after.map(({ table, line }) => `${table} ${keptPart(table, line)}`));
  const lost = before
    .filter(({ table, line }) => !SHORT_LIVED.has(table) && !mentions(line, marks.ada))
    .map(({ table, line }) => `${table} ${keptPart(table, line)}`)
    .filter((line) => !linesAfter.has(line));
  assert.deepEqual(lost, []);
  assert.deepEqual(await wrongCounters(world), []);
});

test('the remaining row of an erased user contains no personal data', async (t) => {
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
  // Every new column of `users` is decided here.
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
    lookalike_rank: 0,
    deletion_due_at: null,
    is_private: false,
    is_discoverable: false,
    requires_sign_in: false,
    suspended_until: null,
    undiscoverable_until: null,
    popularity: 0,
    follower_count: 0,
    following_count: 0,
    post_count: 0,
    media_version: 0,
  });
});

test('an archive contains all data of its owner, and of other users only ids and usernames', async (t) => {
  const { world, ada, ben } = await worldOfTwo(t);
  for (const [owner, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    const device = await world.signIn(owner);
    const { myDataExports } = await device.do('{ myDataExports { nodes { url } } }');
    const files = await unzip(Buffer.from(await (await fetch(myDataExports.nodes[0].url)).arrayBuffer()));
    const texts = new Map([...files].filter(([name]) => !/^(?:media|verification-documents)\//.test(name)));
    for (const [table, { exported }] of Object.entries(DECLARED_TABLES)) {
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
      'Tip',
      'Notice',
    ]) {
      assert.ok(all.includes(`${kind} ${wordOf(owner)}`), `${kind} of ${owner.username}`);
    }
    assert.ok(
      all.includes(owner.email) && all.includes(owner.ip) && all.includes(`former.${owner.username}`),
    );
    for (const mark of [wordOf(other), other.email, other.ip, `former.${other.username}`]) {
      assert.ok(!all.includes(mark), `${mark} in the archive of ${owner.username}`);
    }
    // The two users interacted, so each archive contains the other's id and username.
    assert.ok(all.includes(other.id) && all.includes(`"username":"${other.username}"`));
    const media = JSON.parse(texts.get('media.json')?.toString() ?? '[]') as { file: string }[];
    assert.equal(media.length, 7);
    for (const { file } of media) assert.ok((files.get(`media/${file}`)?.length ?? 0) > 100, file);
    assert.equal([...files.keys()].filter((name) => name.startsWith('media/')).length, media.length);
  }
});

async function worldOfTwo(t: { after(work: () => unknown): void }) {
  // Scheduled messages of users are not due before the erasure, and no job that waits for the end of a message.
  const env = { LIMIT_SCHEDULED_MESSAGE_DAYS: '90', LIMIT_VIEW_ONCE_DAYS: '80' };
  const world = await testWorld(t, { env });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [suitor, enemy] = [await world.user('suitor'), await world.user('enemy')];
  await useEveryFeature(world, ada, { friend: ben, suitor, enemy });
  await useEveryFeature(world, ben, { friend: ada, suitor, enemy });
  await world.runJobs();
  // Changes that are told at the end of a second, and tips that can be undone.
  world.clock.advance('6s');
  await world.runJobs();
  // Settled entries are folded.
  await world.runJobs();
  return { world, ada, ben };
}

/** And `words`, those of texts of users that outlive their erasure. */
const NAMED_FOR_PEOPLE =
  '^(words|email|username|subject|identifier|recipients?|created_by|direct_pair|accountId|userId)$' +
  '|^(user|initiator|tipper|earner|owner|author|sender|caller|creator|follower|followee|requester|target|blocker|blocked|muter|muted)_ids?$';

async function personalTables({ app }: World): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct n.nspname || '.' || c.relname as "table"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'auth')
      and a.attnum > 0 and not a.attisdropped and (
      a.attname ~ ${NAMED_FOR_PEOPLE} or a.attname ~ '_user_ids?$' or exists (
        select from pg_constraint k where k.conrelid = c.oid and a.attnum = any(k.conkey)
          and k.confrelid = 'public.users'::regclass
      ))
    order by 1`.execute(app.services.db);
  return rows.map((row) => row.table);
}

/** Marks that identify a user anywhere, and ids of notifications to them or of what they alone did. */
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
      join posts p on p.id = poll.post_id where p.author_id = ${id}
    union all select poll.id::text from polls poll join messages m on m.id = poll.message_id where m.sender_id = ${id}
    union all select o.id::text from poll_options o join polls poll on poll.id = o.poll_id
      join messages m on m.id = poll.message_id where m.sender_id = ${id}
    union all select id::text from notifications where recipient_id = ${id}
    union all select notification_id::text from notification_actors
      group by notification_id having bool_and(actor_id = ${id})`.execute(app.services.db);
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

/** Tables of short-lived rows. */
const SHORT_LIVED: ReadonlySet<string> = new Set([
  'public.event_followers',
  'public.event_head',
  'public.event_log',
  'public.event_recipients',
  'graphile_worker._private_known_crontabs',
  // Jobs that were due a little later have run.
  'graphile_worker._private_jobs',
  // Of a day that is over meanwhile.
  'public.active_conversations',
  // Goes with the notification of the erased user; those of others are counted with their actors.
  'public.notification_actors',
  // Waits for a device until it is too late.
  'public.waiting_pushes',
  // Belongs to the provider, who deletes a customer when it is told to: `payments-privacy.test.ts`.
  'payment_sandbox.objects',
]);

const REACTION_COUNTERS = ['like_count', 'love_count', 'haha_count', 'wow_count', 'sad_count', 'angry_count'];

/** Changes to rows by other users' actions: counters are compared with their rows, and a group gets a new owner and fewer members. Others are behind once a day is over. */
const CHANGED_BY_OTHERS: Readonly<Record<string, readonly string[]>> = {
  // A row of the user's own account, without a mark of them: what they spent is assigned when the rest is forfeited.
  'public.coin_assignments': ['entry_id'],
  'public.users': ['follower_count', 'following_count', 'popularity'],
  'public.subscription_tiers': ['member_count'],
  'public.hashtags': ['post_count', 'follower_count', 'popularity'],
  'public.conversations': ['members_version', 'participant_count'],
  'public.participants': ['role', 'is_behind'],
  // `forwarding.test.ts` compares it.
  'public.media': ['attachment_count'],
  'public.poll_options': ['vote_count'],
  'public.message_reaction_counts': ['count'],
  'public.polls': ['voter_count'],
  'public.post_counters': [...REACTION_COUNTERS, 'comment_count', 'repost_count', 'quote_count'],
  // The erasure by an admin is the newest entry.
  'public.audit_head': ['seq', 'hash'],
  'public.comments': [...REACTION_COUNTERS, 'reply_count', 'unpublished_reply_count', 'score'],
  // The platform's account of what erased accounts leave; transactions.test.ts checks the books.
  'public.coin_accounts': ['balance'],
  'public.notifications': ['actor_count'],
  // A device counts what came too late meanwhile, and is told of the badge without their notifications.
  'public.push_devices': ['failure_count', 'last_success_at'],
  'public.pushed_badges': ['badge'],
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
    ...(await wrongNotificationCounters(world)),
    ...(await wrongCollectionCounters(world)),
    ...(await wrongPostCounters(world)),
    ...(await wrongCommentCounters(world)),
    ...(await wrongPollCounters(world)),
    ...(await wrongReactionCounts(world)),
    ...(await wrongHashtagCounters(world)),
  ];
}

/** Notifications that do not count the actors behind them. */
async function wrongNotificationCounters({ app }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select n.id from notifications n where n.has_actor and n.actor_count <> (
      select count(distinct a.actor_id) from notification_actors a where a.notification_id = n.id and a.retracted_at is null)`.execute(
    app.services.db,
  );
  return rows;
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

/** All files of the storage, in any folder. */
async function storedFiles({ dataDir }: World): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}

async function filesOf(world: World, person: Person): Promise<string[]> {
  const id = uuidOf(person.id);
  const { rows } = await sql<{ id: string }>`
    select id::text from media where owner_id = ${id}
    union all select id::text from verification_documents where user_id = ${id}
    union all select id::text from data_exports where user_id = ${id}`.execute(world.app.services.db);
  return (await storedFiles(world)).filter((name) => rows.some((row) => name.includes(row.id)));
}
