export type ConnectionRule = { readonly keyArgs: string[]; readonly edgeType: string };
export const connections: Record<string, Record<string, ConnectionRule>> = {
  "Call": {
    "members": {
      "keyArgs": [
        "roles"
      ],
      "edgeType": "CallMemberEdge"
    },
    "speakerRequests": {
      "keyArgs": [],
      "edgeType": "SpeakerRequestEdge"
    }
  },
  "Comment": {
    "replies": {
      "keyArgs": [
        "sort"
      ],
      "edgeType": "CommentEdge"
    }
  },
  "Conversation": {
    "invites": {
      "keyArgs": [],
      "edgeType": "ConversationInviteEdge"
    },
    "messages": {
      "keyArgs": [],
      "edgeType": "MessageEdge"
    },
    "participants": {
      "keyArgs": [],
      "edgeType": "ParticipantEdge"
    },
    "pinnedMessages": {
      "keyArgs": [],
      "edgeType": "PinnedMessageEdge"
    }
  },
  "Earnings": {
    "earnings": {
      "keyArgs": [],
      "edgeType": "EarningEdge"
    }
  },
  "Post": {
    "comments": {
      "keyArgs": [
        "sort"
      ],
      "edgeType": "CommentEdge"
    },
    "editHistory": {
      "keyArgs": [],
      "edgeType": "PostRevisionEdge"
    }
  },
  "Query": {
    "callHistory": {
      "keyArgs": [
        "conversationId"
      ],
      "edgeType": "CallEdge"
    },
    "commentReactions": {
      "keyArgs": [
        "commentId",
        "type"
      ],
      "edgeType": "ReactionEdge"
    },
    "conversationJoinRequests": {
      "keyArgs": [
        "conversationId"
      ],
      "edgeType": "JoinRequestEdge"
    },
    "conversationMedia": {
      "keyArgs": [
        "conversationId",
        "kind"
      ],
      "edgeType": "MessageEdge"
    },
    "conversationMessages": {
      "keyArgs": [
        "conversationId"
      ],
      "edgeType": "MessageEdge"
    },
    "conversationParticipants": {
      "keyArgs": [
        "conversationId",
        "query",
        "role"
      ],
      "edgeType": "ParticipantEdge"
    },
    "exploreFeed": {
      "keyArgs": [],
      "edgeType": "ExploreEdge"
    },
    "feed": {
      "keyArgs": [],
      "edgeType": "FeedEdge"
    },
    "followers": {
      "keyArgs": [
        "userId",
        "username"
      ],
      "edgeType": "FollowEdge"
    },
    "following": {
      "keyArgs": [
        "userId",
        "username"
      ],
      "edgeType": "FollowEdge"
    },
    "hashtagPosts": {
      "keyArgs": [
        "name",
        "sort"
      ],
      "edgeType": "HashtagPostEdge"
    },
    "messageReactors": {
      "keyArgs": [
        "emoji",
        "messageId"
      ],
      "edgeType": "MessageReactorEdge"
    },
    "messageReaders": {
      "keyArgs": [
        "messageId"
      ],
      "edgeType": "MessageReaderEdge"
    },
    "messageSales": {
      "keyArgs": [
        "messageId"
      ],
      "edgeType": "MessagePurchaseEdge"
    },
    "mutualFollowers": {
      "keyArgs": [
        "userId",
        "username"
      ],
      "edgeType": "MutualFollowerEdge"
    },
    "myBlockedUsers": {
      "keyArgs": [],
      "edgeType": "BlockedUserEdge"
    },
    "myCoinPurchases": {
      "keyArgs": [],
      "edgeType": "CoinPurchaseEdge"
    },
    "myConversations": {
      "keyArgs": [
        "inbox"
      ],
      "edgeType": "ConversationEdge"
    },
    "myDataExports": {
      "keyArgs": [],
      "edgeType": "DataExportEdge"
    },
    "myDrafts": {
      "keyArgs": [],
      "edgeType": "DraftEdge"
    },
    "myFollowRequests": {
      "keyArgs": [],
      "edgeType": "FollowRequestEdge"
    },
    "myFollowedHashtags": {
      "keyArgs": [],
      "edgeType": "FollowedHashtagEdge"
    },
    "myInvoices": {
      "keyArgs": [],
      "edgeType": "SubscriptionInvoiceEdge"
    },
    "myJoinRequests": {
      "keyArgs": [],
      "edgeType": "JoinRequestEdge"
    },
    "myModerationDecisions": {
      "keyArgs": [],
      "edgeType": "ModerationDecisionEdge"
    },
    "myMutedUsers": {
      "keyArgs": [],
      "edgeType": "MutedUserEdge"
    },
    "myMutedWords": {
      "keyArgs": [],
      "edgeType": "MutedWordEdge"
    },
    "myNotificationDeliveries": {
      "keyArgs": [],
      "edgeType": "NotificationDeliveryEdge"
    },
    "myNotifications": {
      "keyArgs": [],
      "edgeType": "NotificationEdge"
    },
    "myPayments": {
      "keyArgs": [],
      "edgeType": "PaymentEdge"
    },
    "myPayouts": {
      "keyArgs": [],
      "edgeType": "PayoutEdge"
    },
    "myPushDevices": {
      "keyArgs": [],
      "edgeType": "PushDeviceEdge"
    },
    "myReceivedTips": {
      "keyArgs": [],
      "edgeType": "CoinTipEdge"
    },
    "myReports": {
      "keyArgs": [],
      "edgeType": "ContentReportEdge"
    },
    "myRestrictions": {
      "keyArgs": [],
      "edgeType": "RestrictionEdge"
    },
    "mySavedCollections": {
      "keyArgs": [],
      "edgeType": "SavedCollectionEdge"
    },
    "mySavedPosts": {
      "keyArgs": [
        "collectionId"
      ],
      "edgeType": "SavedPostEdge"
    },
    "myScheduledMessages": {
      "keyArgs": [],
      "edgeType": "ScheduledMessageEdge"
    },
    "mySentTips": {
      "keyArgs": [],
      "edgeType": "CoinTipEdge"
    },
    "mySessions": {
      "keyArgs": [],
      "edgeType": "SessionEdge"
    },
    "mySubscribers": {
      "keyArgs": [
        "tierId"
      ],
      "edgeType": "UserSubscriptionEdge"
    },
    "mySubscriptions": {
      "keyArgs": [
        "status"
      ],
      "edgeType": "UserSubscriptionEdge"
    },
    "myTransactions": {
      "keyArgs": [],
      "edgeType": "CoinTransactionEdge"
    },
    "myUnlockedMessages": {
      "keyArgs": [],
      "edgeType": "MessagePurchaseEdge"
    },
    "pollVoters": {
      "keyArgs": [
        "optionId"
      ],
      "edgeType": "PollVoterEdge"
    },
    "postComments": {
      "keyArgs": [
        "postId",
        "sort"
      ],
      "edgeType": "CommentEdge"
    },
    "postQuotes": {
      "keyArgs": [
        "postId"
      ],
      "edgeType": "PostEdge"
    },
    "postReactions": {
      "keyArgs": [
        "postId",
        "type"
      ],
      "edgeType": "ReactionEdge"
    },
    "postReposters": {
      "keyArgs": [
        "postId"
      ],
      "edgeType": "ReposterEdge"
    },
    "searchHashtags": {
      "keyArgs": [
        "prefix"
      ],
      "edgeType": "FoundHashtagEdge"
    },
    "searchMessages": {
      "keyArgs": [
        "conversationId",
        "kind",
        "query",
        "senderId",
        "sentAfter",
        "sentBefore"
      ],
      "edgeType": "FoundMessageEdge"
    },
    "searchPosts": {
      "keyArgs": [
        "filters",
        "query",
        "sort"
      ],
      "edgeType": "FoundPostEdge"
    },
    "searchUsers": {
      "keyArgs": [
        "query"
      ],
      "edgeType": "UserEdge"
    },
    "subscriptionTiers": {
      "keyArgs": [
        "userId",
        "username"
      ],
      "edgeType": "SubscriptionTierEdge"
    },
    "suggestedUsers": {
      "keyArgs": [],
      "edgeType": "SuggestedUserEdge"
    },
    "tips": {
      "keyArgs": [
        "target"
      ],
      "edgeType": "CoinTipEdge"
    },
    "trendingHashtags": {
      "keyArgs": [],
      "edgeType": "TrendingHashtagEdge"
    },
    "userPosts": {
      "keyArgs": [
        "userId",
        "username"
      ],
      "edgeType": "PostEdge"
    },
    "userReposts": {
      "keyArgs": [
        "userId",
        "username"
      ],
      "edgeType": "RepostedPostEdge"
    }
  },
  "User": {
    "followers": {
      "keyArgs": [],
      "edgeType": "FollowEdge"
    },
    "following": {
      "keyArgs": [],
      "edgeType": "FollowEdge"
    },
    "mediaPosts": {
      "keyArgs": [],
      "edgeType": "PostEdge"
    },
    "mutualFollowers": {
      "keyArgs": [],
      "edgeType": "MutualFollowerEdge"
    },
    "posts": {
      "keyArgs": [],
      "edgeType": "PostEdge"
    },
    "replies": {
      "keyArgs": [],
      "edgeType": "UserReplyEdge"
    },
    "reposts": {
      "keyArgs": [],
      "edgeType": "RepostedPostEdge"
    },
    "subscriptionTiers": {
      "keyArgs": [],
      "edgeType": "SubscriptionTierEdge"
    },
    "timeline": {
      "keyArgs": [
        "filter"
      ],
      "edgeType": "UserTimelineEdge"
    }
  }
};

export const typesWithoutId: readonly string[] = [
  "AccountDeletionTerms",
  "AccountLimits",
  "ApiLimits",
  "Badge",
  "BlockedUser",
  "CallAccess",
  "CallLimits",
  "CallLog",
  "CallMember",
  "CallViewer",
  "CoinBalance",
  "CoinPurchaseChange",
  "CommentLimits",
  "CommentViewer",
  "ContactContent",
  "ContentStats",
  "ConversationInvitePreview",
  "ConversationViewer",
  "CreatorStats",
  "CreatorStatsMonth",
  "DeletedContent",
  "DraftPoll",
  "Earning",
  "Earnings",
  "EveryoneEntity",
  "FollowRequest",
  "HashtagDay",
  "HashtagEntity",
  "HashtagViewer",
  "IceServer",
  "LinkEntity",
  "LiveLocationContent",
  "LocationContent",
  "LockedContent",
  "LockedContentViewer",
  "MediaContent",
  "MediaVariant",
  "MentionEntity",
  "MessageLimits",
  "MessageLock",
  "MessageLockViewer",
  "MessageOrigin",
  "MessageReactionCount",
  "MessageReactor",
  "MessageReply",
  "MessageRevision",
  "MessageViewer",
  "MessagesAround",
  "Money",
  "MoneyLimits",
  "MutedUser",
  "MyBadge",
  "NotificationCount",
  "NotificationCounts",
  "NotificationPreference",
  "NotificationSettings",
  "OpenedMedia",
  "PaymentAction",
  "PaymentProvider",
  "PollContent",
  "PollViewer",
  "PollVoter",
  "PostDayViews",
  "PostLimits",
  "PostLocation",
  "PostRevision",
  "PostSourceViews",
  "PostStats",
  "PostViewRefusal",
  "PostViewer",
  "PrivacySettings",
  "PushSetup",
  "QuietInterval",
  "QuotedPost",
  "Reaction",
  "ReactionCounts",
  "ReportReasonGroup",
  "RequestLimits",
  "SharedPostContent",
  "SpendingLimit",
  "SubscriptionAttempt",
  "SubscriptionTierViewer",
  "SystemContent",
  "TextContent",
  "TopTipper",
  "TrustLimits",
  "UnavailableContent",
  "UnreadCounts",
  "UnsupportedContent",
  "UploadLimits",
  "UserMute",
  "UserViewer",
  "UsernameAvailability",
  "VerificationDocument",
  "ViewOnceContent",
  "VoiceNoteContent"
];
