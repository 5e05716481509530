import type { Texts } from '../../texts/shape.ts';
import type { MessagePreviewFragment, SystemLineFragment } from './message.generated.ts';

/** A message in one line, as the inbox, replies and pins show it. */
export function previewOf(content: MessagePreviewFragment, { messages }: Pick<Texts, 'messages'>): string {
  if (content.__typename === 'SystemContent') return systemLineOf(content, messages);
  if (content.text !== '') return content.text;
  switch (content.__typename) {
    case 'MediaContent':
      return messages.mediaKinds[content.media[0]?.kind ?? 'IMAGE'](content.mediaCount);
    case 'LocationContent':
      return content.name ?? messages.contents.LocationContent;
    default:
      return messages.contents[content.__typename];
  }
}

/** Says in words what has happened in the conversation. */
export function systemLineOf(content: SystemLineFragment, messages: Texts['messages']): string {
  const by = content.by?.displayName ?? messages.somebody;
  const names = content.users.map(({ displayName }) => displayName).join(', ') || messages.somebody;
  switch (content.change) {
    case 'RENAMED':
      return content.title === null
        ? messages.system.untitled(by)
        : messages.system.renamed(by, content.title);
    case 'TIMER_CHANGED':
      return content.disappearAfterSeconds === null
        ? messages.system.timerOff(by)
        : messages.system.timer(by, messages.duration(content.disappearAfterSeconds));
    case 'CALL_ENDED':
      return messages.system.call(by, content.call?.durationSeconds ?? 0);
    default:
      return messages.system[content.change](by, names);
  }
}
