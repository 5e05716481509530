/** `npm run bench -- <scenario>`: runs one scenario, and fails when it misses a target. */
import { parseArgs } from 'node:util';
import { contentTable } from './questions/content-questions.ts';
import { messagesTable } from './questions/messages-questions.ts';
import { peopleTable } from './questions/people-questions.ts';
import type { Size } from './harness/report.ts';
import { runAdminUsers } from './scenarios/admin-users.ts';
import { runAgainst } from './scenarios/against.ts';
import { runCalls } from './scenarios/calls.ts';
import { runDashboard } from './scenarios/dashboard.ts';
import { runFanOut } from './scenarios/fan-out.ts';
import { runFeed } from './scenarios/feed.ts';
import { runFeedGrowth } from './scenarios/feed-growth.ts';
import { runFeedMixed } from './scenarios/feed-mixed.ts';
import { runHostile } from './scenarios/hostile.ts';
import { runLedger } from './scenarios/ledger.ts';
import { runLiveFanOut } from './scenarios/live-fan-out.ts';
import { runQuestions } from './scenarios/questions.ts';
import { runNotifications } from './scenarios/notifications.ts';
import { runRelay } from './scenarios/relay.ts';
import { runSales } from './scenarios/sales.ts';
import { runStart } from './scenarios/start.ts';
import { runTips } from './scenarios/tips.ts';
import { runWrites } from './scenarios/writes.ts';

type Scenario = (size: Size) => Promise<boolean>;
const SCENARIOS = new Map<string, Scenario>([
  ['admin-users', runAdminUsers],
  ['calls', runCalls],
  ['content', (size) => runQuestions(contentTable(size), size)],
  ['dashboard', runDashboard],
  ['feed', runFeed],
  ['feed-growth', runFeedGrowth],
  ['feed-mixed', runFeedMixed],
  ['fan-out', runFanOut],
  ['hostile', runHostile],
  ['ledger', runLedger],
  ['live-fan-out', runLiveFanOut],
  ['messages', (size) => runQuestions(messagesTable(size), size)],
  ['notifications', runNotifications],
  ['people', (size) => runQuestions(peopleTable(size), size)],
  ['relay', runRelay],
  ['sales', runSales],
  ['start', runStart],
  ['tips', runTips],
  ['writes', runWrites],
]);
const COMPARED = ['feed', 'writes', 'start'] as const;

const scenario = chosen();
if (!scenario) {
  console.error(`Usage: npm run bench -- ${[...SCENARIOS.keys()].join('|')} [--full|--small]
       npm run bench -- ${COMPARED.join('|')} --against <commit> [--full|--small]`);
  process.exitCode = 2;
} else {
  process.exitCode = (await scenario()) ? 0 : 1;
}

function chosen(): (() => Promise<boolean>) | null {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { full: { type: 'boolean' }, small: { type: 'boolean' }, against: { type: 'string' } },
  });
  const [name = '', ...more] = positionals;
  if (more.length > 0 || (values.full && values.small)) return null;
  const size = values.full ? 'full' : values.small ? 'small' : 'usual';
  const { against } = values;
  if (against !== undefined) {
    const compared = COMPARED.find((known) => known === name);
    return compared ? () => runAgainst(compared, against, size) : null;
  }
  const run = SCENARIOS.get(name);
  return run ? () => run(size) : null;
}
