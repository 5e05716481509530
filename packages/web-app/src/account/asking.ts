import { useState } from 'react';
import type { RefusalFragment } from '../api/refusal.generated.ts';
import { type Refusal, refusalsOf, refusalsOfFailure } from '../api/refusals.ts';
import { useTexts } from '../texts/texts.tsx';

type Payload = { readonly errors: readonly Pick<RefusalFragment, 'code' | 'message' | 'path'>[] };

/** An act of the session, such as a sign-in, with the refusals of its last try. */
export function useAsking() {
  const { failures } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);

  /** @returns the payload when nothing was refused, and else null */
  async function ask<P extends Payload>(work: () => Promise<P>): Promise<P | null> {
    setIsAsking(true);
    setRefusals([]);
    try {
      const payload = await work();
      const refused = refusalsOf(payload);
      setRefusals(refused);
      return refused.length === 0 ? payload : null;
    } catch (error) {
      setRefusals(refusalsOfFailure(error, failures.offline));
      return null;
    } finally {
      setIsAsking(false);
    }
  }

  return { ask, isAsking, refusals };
}
