import { useMemo, useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import {
  type AdminRole,
  CreateAdminDocument,
  DisableAdminDocument,
  EnableAdminDocument,
  GetAdminsDocument,
  type GetAdminsQuery,
  ResetTotpDocument,
  UpdateAdminDocument,
} from '../../generated/graphql.ts';
import { useAct, useMay, useMe } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { changesOf } from '../../parts/changes.ts';
import { Choice, Field } from '../../parts/field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Page } from '../../parts/frame.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, Tag, words } from '../../parts/text.tsx';
import { AdminSessions } from './account.tsx';

type Admin = NonNullable<GetAdminsQuery['adminGetAdmins']>['nodes'][number];

const ROLES: readonly AdminRole[] = ['OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'];

/** Names the state for its column. */
function stateOf({ account }: Admin): string {
  if (account?.disabledAt) return 'DISABLED';
  return account?.invitationExpiresAt ? 'INVITED' : 'ACTIVE';
}

export function AdminsPage() {
  const me = useMe();
  const isManager = useMay()('ADMINS_MANAGE');
  const [role, setRole] = useState<AdminRole | ''>('');
  const [isInviting, setInviting] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const columns = useMemo(
    () => columnsWith({ adminId: me.id, isManager, onChoose: setChosen }),
    [me.id, isManager],
  );
  const { rows, error, more } = useList({
    document: GetAdminsDocument,
    variables: { role: role || undefined },
    connectionOf: (data) => data.adminGetAdmins,
    changes: { at: ({ account, createdAt }) => account?.updatedAt ?? createdAt },
  });
  return (
    <Page
      title="Admins"
      actions={
        isManager && (
          <button className="button primary" onClick={() => setInviting(true)}>
            Invite an admin
          </button>
        )
      }
    >
      <div className="filters">
        <Choice label="Role" none="Any" options={ROLES} value={role} onChange={setRole} />
      </div>
      <Table
        caption="Admins"
        columns={columns}
        rows={rows}
        error={error}
        empty="There is no such admin."
        more={more}
      />
      {isInviting && <Invite onClose={() => setInviting(false)} />}
      {chosen && <ActDialogOf chosen={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

type Act = 'change' | 'sessions' | 'reset' | 'disable' | 'enable';
type Chosen = { readonly act: Act; readonly admin: Admin };
type ActsOptions = { adminId: string; isManager: boolean; onChoose: (chosen: Chosen) => void };

const columnsWith = (options: ActsOptions) =>
  columnsOf<Admin>([
    { header: 'Name', cell: ({ displayName }) => displayName },
    { header: 'E-mail', cell: ({ email }) => email },
    { header: 'Role', cell: ({ role }) => words(role) },
    { header: 'State', cell: (admin) => <Tag name={stateOf(admin)} /> },
    { header: 'Second factor', cell: ({ account }) => (account?.hasSecondFactor ? 'On' : 'Off') },
    { header: 'Last signed in', cell: ({ account }) => <Moment at={account?.lastSignedInAt} /> },
    { header: 'Acts', cell: (admin) => <AdminActs admin={admin} options={options} /> },
  ]);

function AdminActs({ admin, options }: { admin: Admin; options: ActsOptions }) {
  const { adminId, isManager, onChoose } = options;
  if (admin.id === adminId) return <span className="quiet">You</span>;
  const { account } = admin;
  const acts: readonly { act: Act; name: string; isAllowed: boolean }[] = [
    { act: 'change', name: 'Change name or role', isAllowed: isManager },
    { act: 'sessions', name: 'Sessions', isAllowed: true },
    { act: 'reset', name: 'Reset the second factor', isAllowed: isManager && !!account?.hasSecondFactor },
    account?.disabledAt
      ? { act: 'enable', name: 'Enable', isAllowed: isManager }
      : { act: 'disable', name: 'Disable', isAllowed: isManager },
  ];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button" aria-label={`Acts for ${admin.displayName}`}>
        Acts
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {acts
            .filter(({ isAllowed }) => isAllowed)
            .map(({ act, name }) => (
              <DropdownMenu.Item key={act} className="menu-item" onSelect={() => onChoose({ act, admin })}>
                {name}
              </DropdownMenu.Item>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function ActDialogOf({ chosen: { act, admin }, onClose }: { chosen: Chosen; onClose: () => void }) {
  switch (act) {
    case 'change':
      return <Change admin={admin} onClose={onClose} />;
    case 'sessions':
      return (
        <Dialog title={`Sessions of ${admin.displayName}`} onClose={onClose}>
          <AdminSessions adminId={admin.id} />
          <button className="button" onClick={onClose}>
            Close
          </button>
        </Dialog>
      );
    case 'reset':
      return <Reset admin={admin} onClose={onClose} />;
    case 'disable':
      return <Disable admin={admin} onClose={onClose} />;
    case 'enable':
      return <Enable admin={admin} onClose={onClose} />;
  }
}

function Invite({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [role, setRole] = useState<AdminRole>('SUPPORT');
  const act = useAct(CreateAdminDocument, (data) => data.adminCreateAdmin);
  return (
    <ActDialog
      title="Invite an admin"
      about="A mail with a link that counts once lets them choose a password."
      action="Invite"
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { email, displayName, role, reason } })}
    >
      <Field label="E-mail address">
        <input required type="email" value={email} onChange={({ target }) => setEmail(target.value)} />
      </Field>
      <Field label="Name">
        <input required value={displayName} onChange={({ target }) => setDisplayName(target.value)} />
      </Field>
      <Choice label="Role" options={ROLES} value={role} onChange={(next) => setRole(next || 'SUPPORT')} />
    </ActDialog>
  );
}

type ActProps = { admin: Admin; onClose: () => void };

function Change({ admin, onClose }: ActProps) {
  const [before] = useState(() => ({ displayName: admin.displayName, role: admin.role }));
  const [fields, setFields] = useState(before);
  const act = useAct(UpdateAdminDocument, (data) => data.adminUpdateAdmin);
  return (
    <ActDialog
      title={`Change ${admin.displayName}`}
      about="The role holds from their next request on."
      action="Save"
      onClose={onClose}
      onAct={(reason) =>
        act.mutateAsync({ input: { adminId: admin.id, reason, ...changesOf(before, fields) } })
      }
    >
      <Field label="Name">
        <input
          required
          value={fields.displayName}
          onChange={({ target }) => setFields({ ...fields, displayName: target.value })}
        />
      </Field>
      <Choice
        label="Role"
        options={ROLES}
        value={fields.role}
        onChange={(role) => setFields({ ...fields, role: role || fields.role })}
      />
    </ActDialog>
  );
}

function Reset({ admin, onClose }: ActProps) {
  const act = useAct(ResetTotpDocument, (data) => data.adminResetTotp);
  return (
    <ActDialog
      title={`Reset the second factor of ${admin.displayName}`}
      about="Their sessions end, and they enrol anew before anything else."
      action="Reset"
      isDanger
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { adminId: admin.id, reason } })}
    />
  );
}

function Disable({ admin, onClose }: ActProps) {
  const act = useAct(DisableAdminDocument, (data) => data.adminDisableAdmin);
  return (
    <ActDialog
      title={`Disable ${admin.displayName}`}
      about="Their sessions end at once, and they cannot sign in."
      action="Disable"
      isDanger
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { adminId: admin.id, reason } })}
    />
  );
}

function Enable({ admin, onClose }: ActProps) {
  const act = useAct(EnableAdminDocument, (data) => data.adminEnableAdmin);
  return (
    <ActDialog
      title={`Enable ${admin.displayName}`}
      action="Enable"
      onClose={onClose}
      onAct={(reason) => act.mutateAsync({ input: { adminId: admin.id, reason } })}
    />
  );
}
