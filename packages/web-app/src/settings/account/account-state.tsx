import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  type AccountStateFragment,
  CancelAccountDeletionDocument,
  ReactivateAccountDocument,
} from './account.generated.ts';

/** Tells that the account is hidden or waits for its deletion, with the way back; nothing about an active one. */
export function AccountStateNotice({ me }: { readonly me: AccountStateFragment }) {
  const { settings } = useTexts();
  const date = useDateText();
  const cancelling = useAct(CancelAccountDeletionDocument);
  const reactivating = useAct(ReactivateAccountDocument);
  if (me.accountState === 'PENDING_DELETION') {
    return (
      <div className="settings-notice" role="status">
        <p>{settings.deletionDue(date(me.deletionDueAt ?? ''))}</p>
        <Button
          disabled={cancelling.isActing}
          onClick={() => void cancelling.act({ variables: { input: {} } })}
        >
          {settings.cancelDeletion}
        </Button>
        <Refusals of={cancelling.refusals} />
      </div>
    );
  }
  if (me.accountState === 'DEACTIVATED') {
    return (
      <div className="settings-notice" role="status">
        <p>{settings.isDeactivated}</p>
        <Button disabled={reactivating.isActing} onClick={() => void reactivating.act({ variables: {} })}>
          {settings.reactivate}
        </Button>
        <Refusals of={reactivating.refusals} />
      </div>
    );
  }
  return null;
}
