import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pngBomb, smallPicture } from '#test/support/content/media-files.ts';
import { until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import { publishText, report } from '#test/support/trust/reports.ts';
import { upload } from '#test/support/content/uploaded-media.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** Lines of `/metrics` whose names begin like this, by name and labels. */
async function scrape(world: World, prefix: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${world.opsUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(prefix));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

const counterOf = (endpoint: string, type: string, code: string): string =>
  `graphql_operations_total{endpoint="${endpoint}",type="${type}",code="${code}"}`;

test('operations are counted by the code of their refusal, wherever they are refused', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_SOCKET_SUBSCRIPTIONS: '1' } });
  const ada = await world.user('ada');
  const anonymous = world.anonymous();
  const before = await scrape(world, 'graphql_operations_total');

  // A refusal in the payload, also of a client that does not ask for it.
  const guess = { input: { email: 'ada@example.com', password: 'not the password' } };
  await anonymous.ask('mutation ($input: LoginInput!) { login(input: $input) { errors { code } } }', guess);
  await anonymous.ask('mutation ($input: LoginInput!) { login(input: $input) { accessToken } }', guess);
  // Documents that cannot be read, and one that says nothing of this schema.
  await ada.ask('{ me {');
  await ada.ask('{ nothing }');
  await ada.ask('{ nothing }');
  // A caller whom nobody knows, and a body that is none.
  ada.token = 'forged';
  await ada.ask('{ me { id } }');
  await fetch(world.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' });

  const after = await scrape(world, 'graphql_operations_total');
  const grown = Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, by]) => by > 0),
  );
  assert.deepEqual(grown, {
    [counterOf('client', 'mutation', 'INVALID_CREDENTIALS')]: 2,
    [counterOf('client', 'unknown', 'GRAPHQL_PARSE_FAILED')]: 1,
    [counterOf('client', 'unknown', 'GRAPHQL_VALIDATION_FAILED')]: 2,
    [counterOf('client', 'query', 'UNAUTHENTICATED')]: 1,
    [counterOf('client', 'unknown', 'BAD_REQUEST')]: 1,
  });
});

test('subscriptions are counted when they start, and sockets by the code that closed them', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const events = await ada.subscribe('subscription { messageAdded { cursor } }');
  assert.equal(
    (await scrape(world, 'graphql_operations_total'))[counterOf('client', 'subscription', 'OK')],
    1,
  );
  assert.deepEqual(await scrape(world, 'graphql_s'), { graphql_sockets: 1, graphql_subscriptions: 1 });
  await ada.do('mutation { logout(input: {}) { errors { code } } }');
  await assert.rejects(events.next(), { code: 4403 });
  assert.deepEqual(await scrape(world, 'graphql_sockets_closed_total'), {
    'graphql_sockets_closed_total{code="4403"}': 1,
  });
});

test('the outbox, the log and the queue show how much waits, how long, and what has failed', async (t) => {
  const world = await testWorld(t);
  await world.user('ada');
  await world.runJobs();
  await runSql(
    world.connectionString,
    `select graphile_worker.add_job('mail.send', '{}', run_at => now() - interval '90 seconds');
     select graphile_worker.add_job('mail.send', '{}', run_at => now() + interval '1 day');
     select graphile_worker.add_job('media.process', '{}', max_attempts => 1);
     update graphile_worker._private_jobs set attempts = 1, last_error = 'the disk is full'
       where max_attempts = 1;
     select graphile_worker.add_job('views.count', '{}', max_attempts => 3, run_at => now() + interval '1 minute');
     update graphile_worker._private_jobs set attempts = 2, last_error = 'away' where max_attempts = 3`,
  );
  const jobs = await scrape(world, 'jobs_');
  const waitedSeconds = jobs['jobs_oldest_seconds{job="mail.send"}'] ?? 0;
  assert.ok(waitedSeconds >= 90 && waitedSeconds < 150, String(waitedSeconds));
  for (const [line, value] of Object.entries({
    'jobs_waiting{job="mail.send"}': 1,
    'jobs_failed{job="media.process"}': 1,
    'jobs_waiting{job="media.process"}': 0,
    'jobs_retrying{job="views.count"}': 1,
  })) {
    assert.equal(jobs[line], value, line);
  }
  const pools = await scrape(world, 'database_');
  assert.equal(pools['database_lanes{state="up"}'], 2);
  assert.equal(pools['database_transactions_waiting'], 0);
  assert.equal(pools['database_transaction_failures'], 0);
  assert.equal((await scrape(world, 'live_bus_connected'))['live_bus_connected'], 1);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await report(ben, { userId: ada.id });
  await report(ben, { postId: await publishText(ada, 'Hello') });
  world.clock.advance('1h');
  await until(
    async () =>
      (await scrape(world, 'moderation_cases_open'))['moderation_cases_open{queue="GENERAL"}'] === 2,
    'both cases are counted',
  );
  const { 'moderation_cases_oldest_seconds{queue="GENERAL"}': oldest = 0, ...cases } = await scrape(
    world,
    'moderation_cases_',
  );
  assert.ok(oldest >= 3_600 && oldest < 3_900, String(oldest));
  assert.deepEqual(cases, {
    'moderation_cases_oldest_seconds{queue="CHILD_SAFETY"}': 0,
    'moderation_cases_oldest_seconds{queue="LEGAL"}': 0,
    'moderation_cases_open{queue="CHILD_SAFETY"}': 0,
    'moderation_cases_open{queue="GENERAL"}': 2,
    'moderation_cases_open{queue="LEGAL"}': 0,
  });
  assert.deepEqual(await scrape(world, 'moderation_scans'), { moderation_scans_pending: 0 });
  assert.deepEqual(await scrape(world, 'moderation_circuit'), { moderation_circuit_open: 0 });
});

test('an event that cannot be relayed shows in the outbox, and one that is not delivered or followed as lag', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await world.runJobs();
  const database = new Client({ connectionString: world.connectionString });
  await database.connect();
  try {
    // The relay needs this row.
    await database.query('begin; select from event_head for update');
    await ada.do('mutation { createPost(input: { text: "Hello" }) { errors { code } } }');
    await sleep(20);
    const stuck = await scrape(world, 'outbox_');
    assert.ok(
      (stuck['outbox_rows'] ?? 0) > 0 && (stuck['outbox_oldest_seconds'] ?? 0) > 0,
      JSON.stringify(stuck),
    );
    await database.query('update event_head set position = position + 5; commit');
  } finally {
    await database.end();
  }
  await world.runJobs();
  // A reading serves all scrapes of two seconds.
  await until(async () => (await scrape(world, 'outbox_'))['outbox_rows'] === 0, 'the outbox is empty');
  assert.deepEqual(await scrape(world, 'event_log_lag'), { event_log_lag: 0 });
  await runSql(
    world.connectionString,
    'update event_head set position = position + 7; update event_followers set position = position - 6',
  );
  await until(async () => (await scrape(world, 'event_log_lag'))['event_log_lag'] === 7, 'the lag shows');
  const lag = await scrape(world, 'event_follower_lag');
  for (const follower of [
    'search.index',
    'coin-purchases.tellChanges',
    'coin-purchases.tellUnpaid',
    'messages.tellMedia',
    'messageReactions.tell',
    'messagePolls.tell',
    'liveLocations.tell',
    'messageSearch.index',
    'verification.tellSuspended',
    'notifications.collect',
  ]) {
    assert.equal(lag[`event_follower_lag{follower="${follower}"}`], 13);
    const seconds = lag[`event_follower_lag_seconds{follower="${follower}"}`] ?? 0;
    assert.ok(seconds > 0 && seconds < 60, `${follower} ${seconds}`);
  }
  assert.equal(Object.keys(lag).length, 24);
});

test('mails, rendered media and finished jobs are counted by their result', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await upload(ada, await smallPicture());
  await upload(ada, pngBomb(50_000, 50_000));
  await ada.do(
    'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { errors { code } } }',
    {
      email: ada.email,
    },
  );
  // The first round enqueues the mail that the second one sends.
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await scrape(world, 'media_rendered_total'), {
    'media_rendered_total{kind="image",result="done"}': 1,
    'media_rendered_total{kind="image",result="refused"}': 1,
  });
  assert.deepEqual(await scrape(world, 'mails_total'), { 'mails_total{result="sent"}': 1 });
  const jobs = await scrape(world, 'job_duration_seconds_count');
  assert.equal(jobs['job_duration_seconds_count{job="mail.send",result="done"}'], 1);
});
