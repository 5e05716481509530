import { useAct } from '../api/act.ts';
import { useTexts } from '../texts/texts.tsx';
import { ChangeEmailDocument } from './from-mail.generated.ts';
import { MailedCode } from './mailed-code.tsx';

export function ChangeEmail() {
  const { account } = useTexts();
  const { act, isActing, refusals } = useAct(ChangeEmailDocument);
  const change = async (code: string): Promise<string | null> => {
    const payload = await act({ variables: { input: { code } } });
    return payload && account.emailChanged(payload.email ?? '');
  };
  return (
    <MailedCode
      title={account.changeEmail}
      lead={account.changeEmailLead}
      isActing={isActing}
      refusals={refusals}
      onCode={change}
    />
  );
}
