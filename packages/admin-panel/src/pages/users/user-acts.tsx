import { useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import {
  CancelUserDeletionDocument,
  DeleteUserDocument,
  RestrictUserDocument,
  type RestrictionKind,
  RevokeUserSessionsDocument,
  SuspendUserDocument,
  UnsuspendUserDocument,
  UpdateUserDocument,
} from '../../generated/graphql.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { changesOf } from '../../parts/changes.ts';
import { Choice, Field } from '../../parts/field.tsx';
import { MomentField, momentOf } from '../../parts/moment-field.tsx';
import type { User } from './user-types.ts';

type Act = 'edit' | 'suspend' | 'unsuspend' | 'restrict' | 'sessions' | 'delete' | 'cancelDeletion';
type ActProps = { user: User; onClose: () => void };

/** A menu of the acts that the caller may do to this user. */
export function UserActs({ user }: { user: User }) {
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);
  const isLeaving = user.state === 'PENDING_DELETION';
  const acts: readonly { act: Act; name: string; isAllowed: boolean; isDanger?: boolean }[] = [
    { act: 'edit', name: 'Edit the profile', isAllowed: may('USERS_EDIT') },
    { act: 'restrict', name: 'Restrict', isAllowed: may('USERS_RESTRICT') },
    { act: 'sessions', name: 'End all sessions', isAllowed: may('USERS_EDIT') },
    {
      act: user.suspension ? 'unsuspend' : 'suspend',
      name: user.suspension ? 'Lift the suspension' : 'Suspend',
      isAllowed: may('USERS_SUSPEND'),
      isDanger: !user.suspension,
    },
    {
      act: isLeaving ? 'cancelDeletion' : 'delete',
      name: isLeaving ? 'Cancel the deletion' : 'Delete',
      isAllowed: may('USERS_DELETE'),
      isDanger: !isLeaving,
    },
  ];
  const allowed = acts.filter(({ isAllowed }) => isAllowed);
  const close = (): void => setAct(null);
  if (allowed.length === 0 || user.state === 'DELETED') return null;
  return (
    <>
      {/* Not modal, since the modal one writes a style element, which the content security policy forbids. */}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button">Actions</DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            {allowed.map(({ act: one, name, isDanger }) => (
              <DropdownMenu.Item
                key={one}
                className={isDanger ? 'menu-item danger' : 'menu-item'}
                onSelect={() => setAct(one)}
              >
                {name}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {act === 'edit' && <Edit user={user} onClose={close} />}
      {act === 'suspend' && <Suspend user={user} onClose={close} />}
      {act === 'unsuspend' && <Unsuspend user={user} onClose={close} />}
      {act === 'restrict' && <Restrict user={user} onClose={close} />}
      {act === 'sessions' && <EndSessions user={user} onClose={close} />}
      {act === 'delete' && <Delete user={user} onClose={close} />}
      {act === 'cancelDeletion' && <CancelDeletion user={user} onClose={close} />}
    </>
  );
}

function Suspend({ user, onClose }: ActProps) {
  const [until, setUntil] = useState('');
  const act = useAct(SuspendUserDocument, (data) => data.adminSuspendUser);
  const input = { userId: user.id, expiresAt: momentOf(until) };
  return (
    <ActDialog
      title={`Suspend @${user.username}`}
      about="The account becomes invisible and its sessions end within seconds."
      action="Suspend"
      isDanger
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { ...input, reason } })}
    >
      <MomentField label="Until, or empty for good" value={until} onChange={setUntil} />
    </ActDialog>
  );
}

function Unsuspend({ user, onClose }: ActProps) {
  const act = useAct(UnsuspendUserDocument, (data) => data.adminUnsuspendUser);
  return (
    <ActDialog
      title={`Lift the suspension of @${user.username}`}
      about="The user and their content become visible again, and they can sign in."
      action="Lift"
      hasReason={false}
      onClose={onClose}
      onAct={() => act.mutateAsync({ input: { userId: user.id } })}
    />
  );
}

const KINDS: readonly RestrictionKind[] = [
  'POSTING',
  'COMMENTING',
  'MESSAGING',
  'MESSAGING_STRANGERS',
  'CALLING',
  'FOLLOWING',
  'DISCOVERY',
  'UPLOADS',
  'TIPPING',
  'PURCHASING',
  'MONETISATION',
];

function Restrict({ user, onClose }: ActProps) {
  const [kind, setKind] = useState<RestrictionKind>('POSTING');
  const [until, setUntil] = useState('');
  const act = useAct(RestrictUserDocument, (data) => data.adminRestrictUser);
  return (
    <ActDialog
      title={`Restrict @${user.username}`}
      about="The user learns the kind and the end, not the reason."
      action="Restrict"
      isDanger
      onClose={onClose}
      onAct={(reason) =>
        act.mutateAsync({ input: { userId: user.id, kind, expiresAt: momentOf(until), reason } })
      }
    >
      <Choice label="Kind" options={KINDS} value={kind} onChange={(next) => setKind(next || 'POSTING')} />
      <MomentField label="Until, or empty for good" value={until} onChange={setUntil} />
    </ActDialog>
  );
}

const profileOf = ({ displayName, username, bio }: User) => ({ displayName, username, bio });

function Edit({ user, onClose }: ActProps) {
  const [before] = useState(() => profileOf(user));
  const [fields, setFields] = useState(before);
  const [removesAvatar, setRemovesAvatar] = useState(false);
  const act = useAct(UpdateUserDocument, (data) => data.adminUpdateUser);
  const onAct = (reason: string): Promise<unknown> => {
    const input = { userId: user.id, reason, ...changesOf(before, fields) };
    return act.mutateAsync({ input: removesAvatar ? { ...input, removesAvatar } : input });
  };
  return (
    <ActDialog title={`Edit @${user.username}`} action="Save" onClose={onClose} onAct={onAct}>
      <Field label="Name">
        <input
          value={fields.displayName}
          onChange={({ target }) => setFields({ ...fields, displayName: target.value })}
        />
      </Field>
      <Field label="Username">
        <input
          value={fields.username}
          onChange={({ target }) => setFields({ ...fields, username: target.value })}
        />
      </Field>
      <Field label="Bio">
        <textarea value={fields.bio} onChange={({ target }) => setFields({ ...fields, bio: target.value })} />
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={removesAvatar}
          onChange={({ target }) => setRemovesAvatar(target.checked)}
        />
        Remove the picture
      </label>
    </ActDialog>
  );
}

function EndSessions({ user, onClose }: ActProps) {
  const act = useAct(RevokeUserSessionsDocument, (data) => data.adminRevokeUserSessions);
  return (
    <ActDialog
      title={`End all sessions of @${user.username}`}
      about="The user can sign in again."
      action="End all"
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { userId: user.id, reason } })}
    />
  );
}

function Delete({ user, onClose }: ActProps) {
  const act = useAct(DeleteUserDocument, (data) => data.adminDeleteUser);
  return (
    <ActDialog
      title={`Delete @${user.username}`}
      about="The account is erased after its time of grace, until which this can be taken back."
      action="Delete"
      isDanger
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { userId: user.id, reason } })}
    />
  );
}

function CancelDeletion({ user, onClose }: ActProps) {
  const act = useAct(CancelUserDeletionDocument, (data) => data.adminCancelUserDeletion);
  return (
    <ActDialog
      title={`Cancel the deletion of @${user.username}`}
      action="Cancel the deletion"
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { userId: user.id, reason } })}
    />
  );
}
