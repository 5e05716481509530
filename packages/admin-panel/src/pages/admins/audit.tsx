import { useState } from 'react';
import { AuditEntries } from '../../parts/audit-entries.tsx';
import { Field } from '../../parts/field.tsx';
import { idIn } from '../../parts/ids.tsx';
import { Page } from '../../parts/frame.tsx';

export function AuditPage() {
  const [subject, setSubject] = useState('');
  const [admin, setAdmin] = useState('');
  return (
    <Page title="Audit log">
      <div className="filters" role="search">
        <Field label="Id of the subject" isWide>
          <input type="search" value={subject} onChange={({ target }) => setSubject(target.value)} />
        </Field>
        <Field label="Id of the admin" isWide>
          <input type="search" value={admin} onChange={({ target }) => setAdmin(target.value)} />
        </Field>
      </div>
      <AuditEntries subjectId={idIn(subject)} adminId={idIn(admin)} />
    </Page>
  );
}
