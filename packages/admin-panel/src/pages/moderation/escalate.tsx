import { useState } from 'react';
import { EscalateCaseDocument } from '../../generated/graphql.ts';
import { useAct } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';

export function Escalate({ caseId }: { caseId: string }) {
  const [isOpen, setOpen] = useState(false);
  const act = useAct(EscalateCaseDocument, (data) => data.adminEscalateCase);
  return (
    <>
      <button className="button" onClick={() => setOpen(true)}>
        Escalate
      </button>
      {isOpen && (
        <ActDialog
          title="Escalate this case"
          about="It leaves its queue and waits for an admin who takes it on purpose."
          action="Escalate"
          onClose={() => setOpen(false)}
          onAct={(reason) => act.mutateAsync({ input: { caseId, reason } })}
        />
      )}
    </>
  );
}
