import { useState } from 'react';
import { OpenVerificationDocumentsDocument, type VerificationRowFragment } from '../../generated/graphql.ts';
import { useAct } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { FileLink, sizeText } from '../../parts/file-link.tsx';

type Props = { requestId: string; documents: VerificationRowFragment['documents'] };

/** Documents of a request, with links after a look that is noted; the links are gone when the page is left. */
export function VerificationDocuments({ requestId, documents }: Props) {
  const [isOpen, setOpen] = useState(false);
  const act = useAct(OpenVerificationDocumentsDocument, (data) => data.adminOpenVerificationDocuments);
  const urls = new Map(act.data?.documents?.map(({ fileName, url }) => [fileName, url]));
  return (
    <section className="card" aria-label="Documents">
      <h2>Documents</h2>
      {documents.length === 0 && <p className="quiet">There is none.</p>}
      <ul className="rows">
        {documents.map(({ fileName, contentType, sizeBytes }) => {
          const url = urls.get(fileName);
          return (
            <li key={fileName}>
              <span>
                {fileName}{' '}
                <span className="small quiet">
                  {contentType}, {sizeText(sizeBytes)}
                </span>
              </span>
              {url && <FileLink url={url} name={`Download ${fileName}`} />}
            </li>
          );
        })}
      </ul>
      {documents.length > 0 && (
        <div className="buttons">
          <button className="button" onClick={() => setOpen(true)}>
            {act.data ? 'Open the documents again' : 'Open the documents'}
          </button>
        </div>
      )}
      {act.data && <p className="small quiet">The links work for five minutes.</p>}
      {isOpen && (
        <ActDialog
          title="Open the documents"
          about="The audit log notes this look and its reason."
          action="Open"
          onClose={() => setOpen(false)}
          onAct={(reason) => act.mutateAsync({ input: { requestId, reason } })}
        />
      )}
    </section>
  );
}
