/**
 * Writes the answers that guides show anew: runs their commands against a product of their own, with its demo world.
 * `npm run guides`
 */
import { readFile, writeFile } from 'node:fs/promises';
import { listGuides, renewAnswers, startGuideProduct } from './guide-answers.ts';

for (const file of await listGuides()) {
  const ends: (() => unknown)[] = [];
  try {
    // Hooks of the test take no arguments.
    const product = await startGuideProduct({ after: (end) => void ends.push(end as () => unknown) });
    const shown = await readFile(file, 'utf8');
    const renewed = await renewAnswers(shown, product);
    await writeFile(file, renewed);
    console.log(renewed === shown ? `${file} is as it was.` : `${file} has new answers.`);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
