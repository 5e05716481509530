import { useQuery } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import { Coins } from '../../money/amounts.tsx';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  MessageBuyersDocument,
  type MessageSaleFragment,
  RefundMessageSaleDocument,
} from './buyers.generated.ts';

const PAGE = 20;

/** Users who have bought a paid message of the user, each of whom can get their coins back. */
export function Buyers({ messageId, onClose }: { readonly messageId: string; readonly onClose: () => void }) {
  const { messages } = useTexts();
  const result = useQuery(MessageBuyersDocument, {
    variables: { messageId, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.messageSales;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Dialog title={messages.buyers} onClose={onClose}>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <p>{messages.noBuyers}</p>}
        <ul className="rows">
          {list?.edges.map(({ node }) => (
            <Sale key={node.id} of={node} />
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Dialog>
  );
}

function Sale({ of }: { readonly of: MessageSaleFragment }) {
  const { messages } = useTexts();
  const { act, isActing, refusals } = useAct(RefundMessageSaleDocument);
  const name = of.buyer?.displayName ?? messages.somebody;
  return (
    <li className="row">
      <Avatar of={of.buyer ?? { displayName: name, avatar: null }} size={36} />
      <span className="row-texts">
        <span dir="auto">{name}</span>
        <span className="row-quiet">
          <Coins of={of.priceCoins} />
        </span>
        <Refusals of={refusals} />
      </span>
      {of.refundedAt === null ? (
        <Button disabled={isActing} onClick={() => void act({ variables: { input: { purchaseId: of.id } } })}>
          {messages.giveBack}
        </Button>
      ) : (
        <span className="tag">{messages.givenBack}</span>
      )}
    </li>
  );
}
