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
