export const possibleTypes: Record<string, string[]> = {
  "Event": [
    "ConversationAddedEvent",
    "MessageAddedEvent",
    "TypingIndicatorEvent"
  ],
  "Node": [
    "Conversation",
    "Media",
    "Message",
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
