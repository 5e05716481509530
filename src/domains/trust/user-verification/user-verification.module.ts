/**
 * Verification of users: requests with documents in the private storage, decisions of admins, and badges beside names.
 * Owns `verification_requests`, `verification_documents` and `badges`.
 * Begin with verification.service.ts for users and admin-verification.service.ts for admins; `badgeState` in
 * verification.policy.ts says when a badge is shown.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './admin-verification.schema.ts';
import './badges.schema.ts';
import './verification.schema.ts';
import { verificationFollowers, verificationJobs } from './verification.jobs.ts';
import { verificationPersonalData } from './verification.personal-data.ts';

const verificationLimits = {
  verificationDocuments: limit(
    10,
    'Maximum documents of a request to be verified, with those of its answers.',
  ),
  verificationNoteLength: limit(1_000, 'Maximum characters of the note of a request to be verified.'),
  verificationDocumentDays: limit(30, 'Days after the decision for which documents of a request are kept.'),
};

defineModule({
  name: 'user-verification',
  ids: ['badge', 'verificationrequest'],
  limits: verificationLimits,
  jobs: verificationJobs,
  followers: verificationFollowers,
  personalData: verificationPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    badge: true;
    verificationrequest: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof verificationLimits> {}
}
