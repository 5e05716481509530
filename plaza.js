import process from 'node:process';

// Plain JavaScript, which every Node.js reads: one that is too old is named, instead of a failure at the first type.
const MAJOR_MIN = 24;
const { node } = process.versions;

if (Number.parseInt(node, 10) < MAJOR_MIN) {
  process.stderr.write(
    `Plaza needs Node.js ${MAJOR_MIN}, and this is ${node}. Run "npm ci" without --ignore-scripts, which installs it for npm's commands.\n`,
  );
  process.exitCode = 2;
} else {
  await import('./src/main.ts');
}
