/**
 * Acts of the owner and the admins of a group: title, picture and timer, participants in and out, roles.
 * Owns no table: it writes by the membership of conversations, and tells each change by a message of the system.
 * Begin with groups.service.ts and settings.service.ts; groups.policy.ts says which role may what.
 */
import { defineModule } from '#platform/request/module.ts';
import './groups.schema.ts';

defineModule({ name: 'groups' });
