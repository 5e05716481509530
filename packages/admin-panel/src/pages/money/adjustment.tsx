import { useState } from 'react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import {
  ApproveAdjustmentDocument,
  GetAdjustmentDocument,
  type GetAdjustmentQuery,
  RejectAdjustmentDocument,
  ReverseAdjustmentDocument,
} from '../../generated/graphql.ts';
import { useAct, useAsk, useMay, useMe } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Page } from '../../parts/frame.tsx';
import { UserName } from '../../parts/ids.tsx';
import { Facts, Failure, Loading, Moment, number, Tag } from '../../parts/text.tsx';

type Node = NonNullable<GetAdjustmentQuery['adminGetNode']>;
/** Of the objects behind an id the document reads adjustments alone. */
type Adjustment = Exclude<Node, Record<PropertyKey, never>>;
const isAdjustment = (node: Node): node is Adjustment => 'amountCoins' in node;

export function AdjustmentPage() {
  const { adjustmentId } = useParams({ from: '/coin-adjustments/$adjustmentId' });
  const { data, error } = useAsk(GetAdjustmentDocument, { id: adjustmentId }, { isPolled: true });
  const found = data?.adminGetNode;
  if (!found || !isAdjustment(found)) {
    return (
      <Page title="Coin adjustment">
        {error ? <Failure error={error} /> : data ? <p>There is no adjustment with this id.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={`Adjustment of ${number(found.amountCoins)} coins`} actions={<Acts of={found} />}>
      <section className="card" aria-label="Adjustment">
        <Facts
          facts={[
            ['State', <Tag name={found.state} />],
            ['User', <UserName id={found.userId} user={found.user} />],
            ['Reason', found.reason],
            ['Asked for', <Moment at={found.createdAt} />],
            ['Asked for by', <AdminId id={found.requestedById} />],
            ['Decided', <Moment at={found.decidedAt} />],
            ['Decided by', found.decidedById ? <AdminId id={found.decidedById} /> : '–'],
            ['Reverses', found.reversesId ? <Reversed id={found.reversesId} /> : '–'],
            ['Id', <code>{found.id}</code>],
          ]}
        />
      </section>
    </Page>
  );
}

const AdminId = ({ id }: { id: string }) => (id === useMe().id ? 'You' : <code>{id}</code>);

const Reversed = ({ id }: { id: string }) => (
  <Link to="/coin-adjustments/$adjustmentId" params={{ adjustmentId: id }}>
    {id}
  </Link>
);

type Act = 'approve' | 'reject' | 'reverse';
const NAMES: Readonly<Record<Act, string>> = { approve: 'Approve', reject: 'Reject', reverse: 'Reverse' };

/** The acts that the API allows in this state to this admin. */
function actsOn({ state, requestedById, reversesId }: Adjustment, adminId: string): readonly Act[] {
  if (state === 'PENDING' && requestedById !== adminId) return ['approve', 'reject'];
  return state === 'POSTED' && !reversesId ? ['reverse'] : [];
}

function Acts({ of: found }: { of: Adjustment }) {
  const me = useMe();
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);
  if (!may('COINS_MANAGE')) return null;
  const close = (): void => setAct(null);
  return (
    <>
      <div className="buttons">
        {actsOn(found, me.id).map((one) => (
          <button key={one} className="button" onClick={() => setAct(one)}>
            {NAMES[one]}
          </button>
        ))}
      </div>
      {act === 'reverse' && <Reverse of={found} onClose={close} />}
      {(act === 'approve' || act === 'reject') && (
        <Answer isApproval={act === 'approve'} of={found} onClose={close} />
      )}
    </>
  );
}

type AnswerProps = { isApproval: boolean; of: Adjustment; onClose: () => void };

function Answer({ isApproval, of: { id, amountCoins, reason }, onClose }: AnswerProps) {
  const approve = useAct(ApproveAdjustmentDocument, (data) => data.adminApproveAdjustment);
  const reject = useAct(RejectAdjustmentDocument, (data) => data.adminRejectAdjustment);
  return (
    <ActDialog
      title={isApproval ? 'Approve this adjustment' : 'Reject this adjustment'}
      about={`${number(amountCoins)} coins: ${reason}`}
      action={isApproval ? 'Approve' : 'Reject'}
      isDanger={!isApproval}
      hasReason={false}
      onClose={onClose}
      onAct={() => (isApproval ? approve : reject).mutateAsync({ input: { adjustmentId: id } })}
    />
  );
}

function Reverse({ of: { id, amountCoins }, onClose }: { of: Adjustment; onClose: () => void }) {
  const navigate = useNavigate();
  const act = useAct(ReverseAdjustmentDocument, (data) => data.adminReverseAdjustment);
  const reverse = async (reason: string, idempotencyKey: string): Promise<void> => {
    const { adjustment } = await act.mutateAsync({ input: { adjustmentId: id, reason, idempotencyKey } });
    if (!adjustment) return;
    await navigate({ to: '/coin-adjustments/$adjustmentId', params: { adjustmentId: adjustment.id } });
  };
  return (
    <ActDialog
      title="Reverse this adjustment"
      about={`Another adjustment moves ${number(-amountCoins)} coins.`}
      action="Reverse"
      isDanger
      onClose={onClose}
      onAct={reverse}
    />
  );
}
