import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import type { RefusalFragment } from './refusal.generated.ts';
import { type Refusal, refusalsOf, refusalsOfFailure } from './refusals.ts';

type Payload = { readonly errors: readonly RefusalFragment[] };

/** The one field of a mutation's data. */
type PayloadOf<Data> = NonNullable<Data[keyof Data]> & Payload;

type Options<Data, Variables> = Pick<
  useMutation.Options<Data>,
  'optimisticResponse' | 'update' | 'refetchQueries' | 'context'
> & { readonly variables: Variables };

/** A mutation whose refusals are shown: where a form says them by field, and where an act says them in a line. */
export function useAct<Data extends object, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
) {
  const { failures } = useTexts();
  // Variables are given with each act.
  const [mutate, { loading }] = useMutation(document as TypedDocumentNode<Data>);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);

  /** @returns the payload when all was done, and else null, with `refusals` */
  async function act(options: Options<Data, NoInfer<Variables>>): Promise<PayloadOf<Data> | null> {
    setRefusals([]);
    try {
      const { data } = await mutate(options);
      // A mutation of the app has one field, which is null only beside errors that were thrown.
      const payload = Object.values(data ?? {}).find((value) => typeof value === 'object') as PayloadOf<Data>;
      const refused = refusalsOf(payload);
      setRefusals(refused);
      return refused.length === 0 ? payload : null;
    } catch (error) {
      setRefusals(refusalsOfFailure(error, failures.offline));
      return null;
    }
  }

  return { act, isActing: loading, refusals, clear: () => setRefusals([]) };
}
