import { useQuery } from '@apollo/client/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAct } from '../../api/act.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  CancelJoinRequestDocument,
  InvitePreviewDocument,
  JoinConversationDocument,
} from './join.generated.ts';
import { useKept } from '../../parts/use-kept.ts';

/** A group as the holder of a link sees it. */
export function JoinGroup() {
  const { common, messages } = useTexts();
  const params = useParams({ from: '/inside/join/$code', shouldThrow: false });
  const { code } = useKept(params);
  const navigate = useNavigate();
  const result = useQuery(InvitePreviewDocument, { variables: { code } });
  const preview = result.data?.conversationInvite;
  const joining = useAct(JoinConversationDocument);
  const cancelling = useAct(CancelJoinRequestDocument);
  const open = (id: string): void => void navigate({ to: '/messages/$id', params: { id }, replace: true });
  async function join(): Promise<void> {
    const payload = await joining.act({ variables: { input: { code } } });
    if (payload?.conversation) open(payload.conversation.id);
    else if (payload) await result.refetch();
  }
  const request = preview?.joinRequest;
  return (
    <Screen title={messages.join} hasBack>
      <Loading of={result} has={preview != null} rows={1}>
        {preview && (
          <div className="state">
            <Avatar
              of={{ displayName: preview.title ?? messages.unnamedGroup, avatar: preview.avatar }}
              size={96}
            />
            <p className="state-title" dir="auto">
              {preview.title ?? messages.unnamedGroup}
            </p>
            <p>{messages.participants(preview.participantCount)}</p>
            {preview.conversation ? (
              <Button kind="main" onClick={() => preview.conversation && open(preview.conversation.id)}>
                {messages.open}
              </Button>
            ) : request ? (
              <>
                <p role="status">{messages.waitsToJoin}</p>
                <Button
                  onClick={() =>
                    void cancelling
                      .act({ variables: { input: { requestId: request.id } } })
                      .then((payload) => payload && result.refetch())
                  }
                >
                  {common.cancel}
                </Button>
              </>
            ) : (
              <Button kind="main" disabled={joining.isActing} onClick={() => void join()}>
                {preview.needsApproval ? messages.askToJoin : messages.join}
              </Button>
            )}
            <Refusals of={[...joining.refusals, ...cancelling.refusals]} />
          </div>
        )}
      </Loading>
    </Screen>
  );
}
