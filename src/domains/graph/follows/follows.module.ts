/**
 * Follows, and the requests to follow private accounts.
 * Owns `follows` and `follow_requests`, and changes the counters of both users with each edge.
 * Begin with follows.service.ts; follow-requests.service.ts answers requests.
 */
import { defineModule } from '#platform/request/module.ts';
import { followPersonalData } from './follows.personal-data.ts';
import './follow-requests.schema.ts';
import './follows.schema.ts';

defineModule({
  name: 'follows',
  restrictions: {
    FOLLOWING: 'Following people.',
  },
  personalData: followPersonalData,
});

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    FOLLOWING: true;
  }
}
