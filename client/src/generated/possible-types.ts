export const possibleTypes: Record<string, string[]> = {
  "Event": [
    "ConversationAddedEvent",
    "ConversationUpdatedEvent",
    "MediaUpdatedEvent",
    "MessageAddedEvent",
    "MessageDeletedEvent",
    "MessageReactionAddedEvent",
    "MessageReadEvent",
    "MessageUpdatedEvent",
    "TypingIndicatorEvent"
  ],
  "MessageContent": [
    "ContactContent",
    "DeletedContent",
    "LocationContent",
    "MediaContent",
    "SharedPostContent",
    "SystemContent",
    "TextContent",
    "UnavailableContent",
    "UnsupportedContent",
    "VoiceNoteContent"
  ],
  "Node": [
    "Comment",
    "Conversation",
    "ConversationInvite",
    "DataExport",
    "Draft",
    "Hashtag",
    "JoinRequest",
    "Me",
    "Media",
    "Message",
    "MutedWord",
    "Poll",
    "PollOption",
    "Post",
    "SavedCollection",
    "SavedPost",
    "ScheduledMessage",
    "Session",
    "User"
  ],
  "TextEntity": [
    "EveryoneEntity",
    "HashtagEntity",
    "LinkEntity",
    "MentionEntity"
  ],
  "UserError": [
    "PlainError",
    "RateLimitedError",
    "RestrictedError",
    "StateError",
    "ValidationError"
  ]
};
