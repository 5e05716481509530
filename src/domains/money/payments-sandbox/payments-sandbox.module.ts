/**
 * Stands in for the page of a bank on which a cardholder passes or fails a challenge, where payments are a sandbox.
 * Owns no table: the sandbox itself is a package, behind the port of payments.
 * Begin with `completeSandboxChallenge` in sandbox.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import './sandbox.schema.ts';

defineModule({ name: 'payments-sandbox' });
