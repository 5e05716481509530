/**
 * Sign-ups, sign-ins and sessions of users, and how a request is authenticated.
 * Owns `sessions`, `active_days`, on which users were there, and `registrations`, sign-ups that wait for their code.
 * Begin with sessions.service.ts; authentication.service.ts resolves a bearer token, refresh.service.ts renews one.
 */
import { defineModule } from '#platform/request/module.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { deleteActiveDaysOf, listActiveDays } from './active-days.queries.ts';
import { sessionJobs } from './sessions.jobs.ts';
import { deleteSessions, listAllSessions } from './sessions.queries.ts';
import type { Session } from './sessions.types.ts';
import './sessions.schema.ts';

const BATCH_ROWS = 500;

defineModule({
  name: 'sessions',
  ids: ['session'],
  jobs: sessionJobs,
  personalData: {
    tables: {
      'public.sessions': { erased: 'sessions.eraseUser', exported: ['sessions'] },
      'public.active_days': { erased: 'sessions.eraseUser', exported: ['active-days'] },
    },
    exports: [
      listExport<Session & { endedAt: Date | null }>({
        name: 'sessions',
        description: 'Your sign-ins, with what is known of the device and of the network that it came from.',
        list: ({ db }, own) => listAllSessions(db, { ...own, after: own.after?.id ?? null }),
        show: ({ userId: _userId, ...session }) => ({ ...session, id: toGlobalId('session', session.id) }),
      }),
      listExport<{ readonly day: string }>({
        name: 'active-days',
        description: 'The days, in UTC, on which you were there, of 400 days.',
        list: ({ db }, { userId, after, limit }) =>
          listActiveDays(db, userId, { after: after?.day ?? null, limit }),
      }),
    ],
    erasures: [
      {
        name: 'sessions.eraseUser',
        batches: [
          (tx, { userId }) => deleteSessions(tx, userId, BATCH_ROWS),
          (tx, { userId }) => deleteActiveDaysOf(tx, userId),
        ],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    session: true;
  }
}
