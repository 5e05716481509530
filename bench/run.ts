/** `npm run bench -- <scenario> [--full]`: runs one scenario, and fails when it misses one of its targets. */
import { runContent } from './scenarios/content.ts';
import { runFanOut } from './scenarios/fan-out.ts';
import { runFeed } from './scenarios/feed.ts';
import { runFeedGrowth } from './scenarios/feed-growth.ts';
import { runPeople } from './scenarios/people.ts';
import { runStart } from './scenarios/start.ts';

const SCENARIOS: Readonly<Record<string, (options: { isFull: boolean }) => Promise<boolean>>> = {
  content: runContent,
  feed: runFeed,
  'feed-growth': runFeedGrowth,
  'fan-out': runFanOut,
  people: runPeople,
  start: runStart,
};

const [name = '', ...flags] = process.argv.slice(2);
const scenario = SCENARIOS[name];
if (!scenario || flags.some((flag) => flag !== '--full')) {
  console.error(`Usage: npm run bench -- ${Object.keys(SCENARIOS).join('|')} [--full]`);
  process.exitCode = 2;
} else {
  const isMet = await scenario({ isFull: flags.includes('--full') });
  process.exitCode = isMet ? 0 : 1;
}
