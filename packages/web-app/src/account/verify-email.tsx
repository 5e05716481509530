import { useAct } from '../api/act.ts';
import { useTexts } from '../texts/texts.tsx';
import { VerifyEmailDocument } from './from-mail.generated.ts';
import { MailedCode } from './mailed-code.tsx';

export function VerifyEmail() {
  const { account } = useTexts();
  const { act, isActing, refusals } = useAct(VerifyEmailDocument);
  const verify = async (code: string): Promise<string | null> => {
    const payload = await act({ variables: { input: { code } } });
    return payload && account.verified(payload.email ?? '');
  };
  return (
    <MailedCode
      title={account.verify}
      lead={account.verifyLead}
      isActing={isActing}
      refusals={refusals}
      onCode={verify}
    />
  );
}
