import { useMemo, useState } from 'react';
import {
  ApproveCoinPackageDocument,
  ArchiveCoinPackageDocument,
  GetCoinPackagesDocument,
  type GetCoinPackagesQuery,
  GetPendingCoinPackagesDocument,
  type GetPendingCoinPackagesQuery,
  RejectCoinPackageDocument,
} from '../../generated/graphql.ts';
import { useAct, useMay, useMe } from '../../api/hooks.ts';
import { useList } from '../../api/lists.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Page } from '../../parts/frame.tsx';
import { moneyText } from '../../parts/money.ts';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, number, Tag } from '../../parts/text.tsx';
import { CoinPackageForm } from './coin-package-form.tsx';

type Package = NonNullable<GetCoinPackagesQuery['adminGetCoinPackages']>['nodes'][number];
type Request = NonNullable<GetPendingCoinPackagesQuery['adminGetPendingCoinPackages']>['nodes'][number];
type Act = { readonly kind: 'change' | 'archive'; readonly of: Package };
type Answer = { readonly kind: 'approve' | 'reject'; readonly of: Request };

export function CoinPackagesPage() {
  const isManager = useMay()('COINS_MANAGE');
  const [isAdding, setAdding] = useState(false);
  const [act, setAct] = useState<Act | null>(null);
  const columns = useMemo(() => columnsWith(isManager ? setAct : null), [isManager]);
  const { rows, error, more } = useList({
    document: GetCoinPackagesDocument,
    variables: {},
    connectionOf: (data) => data.adminGetCoinPackages,
  });
  const close = (): void => setAct(null);
  return (
    <Page
      title="Coin packages"
      actions={
        isManager && (
          <button className="button primary" onClick={() => setAdding(true)}>
            Add a package
          </button>
        )
      }
    >
      <Requests isManager={isManager} />
      <Table
        caption="Coin packages"
        columns={columns}
        rows={rows}
        error={error}
        empty="There is no package."
        more={more}
      />
      {isAdding && <CoinPackageForm onClose={() => setAdding(false)} />}
      {act?.kind === 'change' && <CoinPackageForm of={act.of} onClose={close} />}
      {act?.kind === 'archive' && <Archive of={act.of} onClose={close} />}
    </Page>
  );
}

const columnsWith = (onAct: ((act: Act) => void) | null) =>
  columnsOf<Package>([
    { header: 'Price', cell: ({ price }) => moneyText(price) },
    { header: 'Coins', cell: ({ coins }) => number(coins) },
    { header: 'Promotional', cell: ({ bonusCoins }) => number(bonusCoins) },
    { header: 'Per user', cell: ({ maxPerUser }) => (maxPerUser === null ? '–' : number(maxPerUser)) },
    { header: 'From', cell: ({ startsAt }) => <Moment at={startsAt} /> },
    { header: 'Until', cell: ({ endsAt }) => <Moment at={endsAt} /> },
    { header: 'State', cell: ({ archivedAt }) => <Tag name={archivedAt ? 'ARCHIVED' : 'OFFERED'} /> },
    {
      header: 'Acts',
      cell: (one) =>
        onAct && !one.archivedAt ? (
          <div className="buttons">
            <button className="button" onClick={() => onAct({ kind: 'change', of: one })}>
              Change
            </button>
            <button className="button" onClick={() => onAct({ kind: 'archive', of: one })}>
              Archive
            </button>
          </div>
        ) : null,
    },
  ]);

function Archive({ of: { id, price }, onClose }: { of: Package; onClose: () => void }) {
  const act = useAct(ArchiveCoinPackageDocument, (data) => data.adminArchiveCoinPackage);
  return (
    <ActDialog
      title={`Archive the package for ${moneyText(price)}`}
      about="It is not offered any more, for good."
      action="Archive"
      isDanger
      hasReason={false}
      onClose={onClose}
      onAct={() => act.mutateAsync({ input: { packageId: id } })}
    />
  );
}

/** Packages with unusual rates, which another admin has to approve; nothing while none waits. */
function Requests({ isManager }: { isManager: boolean }) {
  const me = useMe();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const columns = useMemo(() => requestColumnsWith(me.id, isManager ? setAnswer : null), [me.id, isManager]);
  const { rows, error, more } = useList({
    document: GetPendingCoinPackagesDocument,
    variables: {},
    connectionOf: (data) => data.adminGetPendingCoinPackages,
  });
  if (rows?.length === 0 && !answer) return null;
  return (
    <>
      <h2>Waiting for another admin</h2>
      <Table
        caption="Packages that wait for another admin"
        columns={columns}
        rows={rows}
        error={error}
        empty="None waits."
        more={more}
      />
      {answer && <Answering answer={answer} onClose={() => setAnswer(null)} />}
    </>
  );
}

const requestColumnsWith = (adminId: string, onAnswer: ((answer: Answer) => void) | null) =>
  columnsOf<Request>([
    { header: 'Price', cell: ({ price }) => moneyText(price) },
    { header: 'Coins', cell: ({ coins }) => number(coins) },
    { header: 'Promotional', cell: ({ bonusCoins }) => number(bonusCoins) },
    { header: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    {
      header: 'Acts',
      cell: (request) => {
        if (request.requestedById === adminId) return <span className="quiet">Your request</span>;
        if (!onAnswer) return null;
        return (
          <div className="buttons">
            <button className="button" onClick={() => onAnswer({ kind: 'approve', of: request })}>
              Approve
            </button>
            <button className="button" onClick={() => onAnswer({ kind: 'reject', of: request })}>
              Reject
            </button>
          </div>
        );
      },
    },
  ]);

function Answering({ answer: { kind, of: request }, onClose }: { answer: Answer; onClose: () => void }) {
  const approve = useAct(ApproveCoinPackageDocument, (data) => data.adminApproveCoinPackage);
  const reject = useAct(RejectCoinPackageDocument, (data) => data.adminRejectCoinPackage);
  const isApproval = kind === 'approve';
  const { price, coins, bonusCoins } = request;
  return (
    <ActDialog
      title={isApproval ? 'Approve this package' : 'Reject this package'}
      about={`${number(coins)} coins and ${number(bonusCoins)} promotional ones for ${moneyText(price)}.`}
      action={isApproval ? 'Approve' : 'Reject'}
      isDanger={!isApproval}
      hasReason={false}
      onClose={onClose}
      onAct={() => (isApproval ? approve : reject).mutateAsync({ input: { requestId: request.id } })}
    />
  );
}
