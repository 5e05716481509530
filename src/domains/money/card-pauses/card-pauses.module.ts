/**
 * Pauses after declined cards, which grow with their number, since stolen cards are tried out by the hundred. They count by
 * person, by device and by card, and a payment that succeeds resets all three.
 * Owns `card_pauses`. Begin with `assertNotPaused` in card-pauses.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { cardPauseJobs } from './card-pauses.jobs.ts';

defineModule({ name: 'card-pauses', jobs: cardPauseJobs });
