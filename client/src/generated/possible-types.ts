export const possibleTypes: Record<string, string[]> = {
  "Event": [
    "ConversationAddedEvent",
    "MessageAddedEvent",
    "TypingIndicatorEvent"
  ],
  "Node": [
    "Conversation",
    "DataExport",
    "Media",
    "Message",
    "MutedWord",
    "Post",
    "Session",
    "User"
  ],
  "UserError": [
    "PlainError",
    "RateLimitedError",
    "RestrictedError",
    "StateError",
    "ValidationError"
  ]
};
