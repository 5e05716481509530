import type { Reference } from '@apollo/client';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import type { Refusal } from '../api/refusals.ts';
import { Button } from '../parts/button.tsx';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Field, Refusals } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { useTexts } from '../texts/texts.tsx';
import {
  CreateCollectionDocument,
  DeleteCollectionDocument,
  RenameCollectionDocument,
} from './collection-acts.generated.ts';
import type { CollectionFragment } from './saved.generated.ts';

const NAME_MAX = 50;

/** A list as the cache keeps it. */
type StoredList = { readonly edges: readonly object[] };

export function CreateCollection({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (collection: CollectionFragment) => void;
}) {
  const { saved } = useTexts();
  const { act, isActing, refusals } = useAct(CreateCollectionDocument);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const create = async (name: string): Promise<void> => {
    const payload = await act({
      variables: { input: { name, idempotencyKey } },
      update(cache, { data }) {
        const created = data?.createSavedCollection?.collection;
        if (!created) return;
        const node = { __ref: cache.identify(created) };
        const edge = { __typename: 'SavedCollectionEdge', cursor: '', node };
        cache.modify({
          fields: {
            mySavedCollections: (list: StoredList | Reference) =>
              'edges' in list ? { ...list, edges: [edge, ...list.edges] } : list,
          },
        });
      },
    });
    if (!payload?.collection) return;
    onClose();
    onCreated(payload.collection);
  };
  return (
    <Dialog title={saved.create} onClose={onClose}>
      <NameForm act={saved.createAct} isActing={isActing} refusals={refusals} onSend={create} />
    </Dialog>
  );
}

type CollectionProps = { readonly collection: CollectionFragment; readonly onClose: () => void };

export function RenameCollection({ collection: { id, name }, onClose }: CollectionProps) {
  const { saved, common } = useTexts();
  const { act, isActing, refusals } = useAct(RenameCollectionDocument);
  const rename = async (changed: string): Promise<void> => {
    if (await act({ variables: { input: { collectionId: id, name: changed } } })) onClose();
  };
  return (
    <Dialog title={saved.rename} onClose={onClose}>
      <NameForm name={name} act={common.save} isActing={isActing} refusals={refusals} onSend={rename} />
    </Dialog>
  );
}

export function DeleteCollection({
  collection: { id, name },
  onClose,
  onDeleted,
}: CollectionProps & { readonly onDeleted: () => void }) {
  const { saved, common } = useTexts();
  const { act, isActing, refusals } = useAct(DeleteCollectionDocument);
  const remove = async (): Promise<void> => {
    const payload = await act({
      variables: { input: { collectionId: id } },
      update: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'mySavedCollections' }),
    });
    if (!payload) return;
    onClose();
    onDeleted();
  };
  return (
    <Confirm
      title={saved.deleteTitle(name)}
      text={saved.deleteText}
      act={common.delete}
      isActing={isActing}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}

function NameForm({
  name = '',
  act,
  isActing,
  refusals,
  onSend,
}: {
  readonly name?: string;
  readonly act: string;
  readonly isActing: boolean;
  readonly refusals: readonly Refusal[];
  readonly onSend: (name: string) => Promise<void>;
}) {
  const { saved } = useTexts();
  return (
    <form className="form" onSubmit={(event) => void onSend(fieldsOf(event)['name'] ?? '')}>
      <Field
        name="name"
        label={saved.name}
        defaultValue={name}
        maxLength={NAME_MAX}
        dir="auto"
        required
        refusals={refusals}
      />
      <Refusals of={refusals} fields={['name']} />
      <div className="dialog-acts">
        <Button kind="main" type="submit" disabled={isActing}>
          {act}
        </Button>
      </div>
    </form>
  );
}
