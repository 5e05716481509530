import { ImagePlus, Trash2 } from 'lucide-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Avatar, urlFor } from '../../parts/avatar.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Refusals, TextField } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';
import { UpdateProfileDocument } from './edit-profile.generated.ts';
import type { ProfileHeadFragment } from './profile-head.generated.ts';

/** A new picture; null takes the present one away, undefined leaves it. */
type Chosen = File | null | undefined;

const BIO_MAX = 500;
const NAME_MAX = 50;

export function EditProfile({
  user,
  onClose,
}: {
  readonly user: ProfileHeadFragment;
  readonly onClose: () => void;
}) {
  const { people, common } = useTexts();
  const { act, isActing, refusals } = useAct(UpdateProfileDocument);
  const [avatar, setAvatar] = useState<Chosen>();
  const [cover, setCover] = useState<Chosen>();

  async function save(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    const { displayName = '', bio = '' } = fieldsOf(event);
    const input = {
      displayName,
      bio,
      ...(avatar !== undefined && { avatar }),
      ...(cover !== undefined && { cover }),
    };
    if (await act({ variables: { input } })) onClose();
  }

  return (
    <Dialog title={people.edit} onClose={onClose}>
      <form className="form" onSubmit={(event) => void save(event)}>
        <CoverChoice user={user} chosen={cover} onChoose={setCover} />
        <AvatarChoice user={user} chosen={avatar} onChoose={setAvatar} />
        <Field
          name="displayName"
          label={people.displayName}
          defaultValue={user.displayName}
          maxLength={NAME_MAX}
          dir="auto"
          required
          refusals={refusals}
        />
        <TextField
          name="bio"
          label={people.bio}
          hint={people.bioHint}
          defaultValue={user.bio}
          maxLength={BIO_MAX}
          dir="auto"
          rows={4}
          refusals={refusals}
        />
        <Refusals of={refusals} fields={['displayName', 'bio']} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" disabled={isActing}>
            {isActing ? people.saving : common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ChoiceProps = {
  readonly user: ProfileHeadFragment;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
};

function AvatarChoice({ user, chosen, onChoose }: ChoiceProps) {
  const { people } = useTexts();
  const preview = usePreview(chosen);
  const present = chosen === null ? null : user.avatar;
  return (
    <div className="picture-choice">
      {preview ? (
        <span className="avatar picture-preview">
          <img src={preview} alt="" />
        </span>
      ) : (
        <Avatar of={{ displayName: user.displayName, avatar: present }} size={72} />
      )}
      <PictureActs
        name={people.avatar}
        remove={people.removeAvatar}
        hasPicture={preview !== null || present !== null}
        onChoose={onChoose}
      />
    </div>
  );
}

/** Width of the dialog in CSS pixels. */
const DIALOG_WIDTH = 448;

function CoverChoice({ user, chosen, onChoose }: ChoiceProps) {
  const { people } = useTexts();
  const preview = usePreview(chosen);
  const present = chosen === null || !user.cover ? null : urlFor(user.cover, DIALOG_WIDTH);
  const shown = preview ?? present;
  return (
    <div className="cover-choice">
      <div className="profile-cover">{shown && <img src={shown} alt="" />}</div>
      <PictureActs
        name={people.cover}
        remove={people.removeCover}
        hasPicture={shown !== null}
        onChoose={onChoose}
      />
    </div>
  );
}

function PictureActs({
  name,
  remove,
  hasPicture,
  onChoose,
}: {
  readonly name: string;
  readonly remove: string;
  readonly hasPicture: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}) {
  return (
    <div className="picture-acts">
      <label className="button button-plain">
        <ImagePlus aria-hidden="true" />
        {name}
        <input
          className="visually-hidden"
          type="file"
          accept="image/*"
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
      </label>
      {hasPicture && (
        <IconButton label={remove} onClick={() => onChoose(null)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

/** Address of a chosen file for as long as it is shown. */
function usePreview(chosen: Chosen): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!chosen) {
      setUrl(null);
      return undefined;
    }
    const made = URL.createObjectURL(chosen);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [chosen]);
  return url;
}
