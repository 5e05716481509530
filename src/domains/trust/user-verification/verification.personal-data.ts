import path from 'node:path';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { readInBatches } from '#platform/outbox/batches.ts';
import { listExport, type PersonalData } from '#platform/request/personal-data.ts';
import { deleteBadgesOf, listOwnBadges } from './badges.queries.ts';
import { enqueueDeletion } from './document-files.ts';
import { deleteDocumentsOf, listOwnDocuments } from './documents.queries.ts';
import { deleteRequestsOf, listOwnRequests } from './requests.queries.ts';
import type { Badge, VerificationDocument, VerificationRequest } from './verification.types.ts';

const BATCH_ROWS = 500;

const nameInExport = ({ id, key }: VerificationDocument): string => `${id}${path.posix.extname(key)}`;

export const verificationPersonalData: PersonalData = {
  tables: {
    'public.verification_requests': {
      erased: 'verification.eraseUser',
      exported: ['verification-requests'],
    },
    'public.verification_documents': {
      erased: 'verification.eraseUser',
      exported: ['verification-documents'],
    },
    'public.badges': { erased: 'verification.eraseUser', exported: ['badges'] },
  },
  exports: [
    listExport<VerificationRequest>({
      name: 'verification-requests',
      description: 'Your requests to be verified, and what was decided.',
      list: ({ db }, { userId, after, limit }) =>
        listOwnRequests(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
      show: ({ id, userId: _userId, reviewerId: _reviewerId, version: _version, ...shown }) => ({
        id: toGlobalId('verificationrequest', id),
        ...shown,
      }),
    }),
    listExport<VerificationDocument>({
      name: 'verification-documents',
      description:
        'The documents of your requests to be verified that are not deleted yet. They are in the folder of the same name.',
      list: ({ db }, { userId, after, limit }) =>
        listOwnDocuments(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
      show: (document) => ({
        file: nameInExport(document),
        contentType: document.contentType,
        sizeBytes: document.sizeBytes,
        createdAt: document.createdAt,
      }),
      async *files({ db }, userId) {
        const documents = readInBatches((after: VerificationDocument | null) =>
          listOwnDocuments(db, { userId, afterId: after?.id ?? FIRST_ID, limit: BATCH_ROWS }),
        );
        for await (const document of documents) yield { name: nameInExport(document), key: document.key };
      },
    }),
    listExport<Badge>({
      name: 'badges',
      description: 'Your badges, with those that were revoked.',
      list: ({ db }, { userId, after, limit }) =>
        listOwnBadges(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
      show: ({ id, kind, verifiedName, verifiedUsername, grantedAt, expiresAt, revokedAt, message }) => ({
        id: toGlobalId('badge', id),
        kind,
        verifiedName,
        verifiedUsername,
        grantedAt,
        expiresAt,
        revokedAt,
        message,
      }),
    }),
  ],
  erasures: [
    {
      name: 'verification.eraseUser',
      batches: [
        (tx, { userId }) => deleteBadgesOf(tx, userId, BATCH_ROWS),
        async (tx, { userId }) => {
          const keys = await deleteDocumentsOf(tx, userId, BATCH_ROWS);
          enqueueDeletion(tx, keys);
          return keys.length;
        },
        (tx, { userId }) => deleteRequestsOf(tx, userId, BATCH_ROWS),
      ],
    },
  ],
};
