import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import {
  completeErasure,
  deleteAtProvider,
  eraseAccountJob,
  eraseIdentityJob,
  finishErasureJob,
  performErasure,
  startErasures,
} from './erasure.ts';

export const accountJobs: readonly JobHandler[] = [
  handleCron('accounts.startErasures', '*/10 * * * *', startErasures),
  handleJob(eraseAccountJob, performErasure),
  handleJob(eraseIdentityJob, deleteAtProvider),
  handleJob(finishErasureJob, completeErasure),
];
