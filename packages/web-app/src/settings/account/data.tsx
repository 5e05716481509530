import { useQuery } from '@apollo/client/react';
import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { Field, Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  type AccountStateFragment,
  DeactivateAccountDocument,
  RequestAccountDeletionDocument,
} from './account.generated.ts';
import { AccountStateNotice } from './account-state.tsx';
import { AccountDataDocument } from './export.generated.ts';
import { Exports } from './exports.tsx';
import '../../styles/settings.css';

const PAGE = 10;

/** Acts on the whole account: a copy of it, hiding it, and its end. */
export function AccountData() {
  const { settings } = useTexts();
  // Terms of the deletion change with each purchase and each gift, and links to files end after minutes.
  const result = useQuery(AccountDataDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { me, myDataExports: exports } = result.data ?? {};
  const after = exports?.pageInfo.endCursor;
  return (
    <Screen title={settings.names.data} hasBack>
      <Loading of={result} has={me != null}>
        <Exports
          list={exports ?? null}
          onMore={() => result.fetchMore({ variables: { after, isFirst: false } })}
          onRequested={() => void result.refetch()}
        />
        {me && (
          <>
            <AccountStateNotice me={me} />
            {me.accountState === 'ACTIVE' && <Deactivation />}
            {me.accountState !== 'PENDING_DELETION' && <Deletion me={me} />}
          </>
        )}
      </Loading>
    </Screen>
  );
}

function Deactivation() {
  const { settings } = useTexts();
  const { act, isActing, refusals } = useAct(DeactivateAccountDocument);
  const [isAsking, setIsAsking] = useState(false);
  const deactivate = async (): Promise<void> => {
    if (await act({ variables: {} })) setIsAsking(false);
  };
  return (
    <section className="settings-part" aria-labelledby="settings-deactivate">
      <h2 id="settings-deactivate">{settings.deactivation}</h2>
      <p>{settings.deactivationText}</p>
      <div className="settings-acts">
        <Button onClick={() => setIsAsking(true)}>{settings.deactivate}</Button>
      </div>
      {isAsking && (
        <Confirm
          title={settings.deactivateTitle}
          text={settings.deactivationText}
          act={settings.deactivate}
          isActing={isActing}
          onConfirm={() => void deactivate()}
          onClose={() => setIsAsking(false)}
        >
          <Refusals of={refusals} />
        </Confirm>
      )}
    </section>
  );
}

type MeProps = { readonly me: AccountStateFragment };

function Deletion({ me }: MeProps) {
  const { settings } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const obstacles = me.deletionTerms?.obstacles ?? [];
  return (
    <section className="settings-part" aria-labelledby="settings-delete">
      <h2 id="settings-delete">{settings.deletion}</h2>
      <p>{settings.deletionText}</p>
      {obstacles.length > 0 && (
        <ul className="settings-obstacles">
          {obstacles.map((obstacle) => (
            <li key={obstacle}>{settings.obstacles[obstacle]}</li>
          ))}
        </ul>
      )}
      <div className="settings-acts">
        <Button kind="danger" disabled={obstacles.length > 0} onClick={() => setIsAsking(true)}>
          {settings.deleteAccount}
        </Button>
      </div>
      {isAsking && <DeletionDialog me={me} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function DeletionDialog({ me, onClose }: MeProps & { readonly onClose: () => void }) {
  const { settings, account, common } = useTexts();
  const { act, isActing, refusals } = useAct(RequestAccountDeletionDocument);
  const { lostCoins = 0, unpaidEarningsCoins = 0 } = me.deletionTerms ?? {};
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const { password = '' } = fieldsOf(event);
    if (await act({ variables: { input: { password, lostCoins } } })) onClose();
  };
  return (
    <Dialog title={settings.deleteTitle} onClose={onClose}>
      <p>{settings.deletionText}</p>
      {lostCoins > 0 && <p className="refused">{settings.lostCoins(lostCoins)}</p>}
      {unpaidEarningsCoins > 0 && <p className="refused">{settings.unpaid(unpaidEarningsCoins)}</p>}
      <form className="form" onSubmit={(event) => void send(event)}>
        <Field
          name="password"
          label={account.password}
          hint={settings.proofHint}
          type="password"
          autoComplete="current-password"
          required
          refusals={refusals}
        />
        <Refusals of={refusals} fields={['password']} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="danger" type="submit" disabled={isActing}>
            {settings.deleteAccount}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
