export type ConnectionRule = { readonly keyArgs: string[]; readonly edgeType: string };
export const connections: Record<string, Record<string, ConnectionRule>> = {
  "Comment": {
    "replies": {
      "keyArgs": [
        "sort"
      ],
      "edgeType": "CommentEdge"
    }
  },
  "Post": {
    "editHistory": {
      "keyArgs": [],
      "edgeType": "PostRevisionEdge"
    }
  },
  "Query": {
    "blockedUsers": {
      "keyArgs": [],
      "edgeType": "BlockedUserEdge"
    },
    "commentReactions": {
      "keyArgs": [
        "commentId",
        "type"
      ],
      "edgeType": "ReactionEdge"
    },
    "conversationMessages": {
      "keyArgs": [
        "conversationId"
      ],
      "edgeType": "MessageEdge"
    },
    "dataExports": {
      "keyArgs": [],
      "edgeType": "DataExportEdge"
    },
    "drafts": {
      "keyArgs": [],
      "edgeType": "DraftEdge"
    },
    "exploreFeed": {
      "keyArgs": [],
      "edgeType": "ExploreEdge"
    },
    "feed": {
      "keyArgs": [],
      "edgeType": "FeedEdge"
    },
    "followRequests": {
      "keyArgs": [],
      "edgeType": "FollowRequestEdge"
    },
    "followedHashtags": {
      "keyArgs": [],
      "edgeType": "FollowedHashtagEdge"
    },
    "followers": {
      "keyArgs": [
        "userId"
      ],
      "edgeType": "FollowEdge"
    },
    "following": {
      "keyArgs": [
        "userId"
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
    "mutedUsers": {
      "keyArgs": [],
      "edgeType": "MutedUserEdge"
    },
    "mutedWords": {
      "keyArgs": [],
      "edgeType": "MutedWordEdge"
    },
    "mutualFollowers": {
      "keyArgs": [
        "userId"
      ],
      "edgeType": "MutualFollowerEdge"
    },
    "mySessions": {
      "keyArgs": [],
      "edgeType": "SessionEdge"
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
    "quotes": {
      "keyArgs": [
        "postId"
      ],
      "edgeType": "PostEdge"
    },
    "savedCollections": {
      "keyArgs": [],
      "edgeType": "SavedCollectionEdge"
    },
    "savedPosts": {
      "keyArgs": [
        "collectionId"
      ],
      "edgeType": "SavedPostEdge"
    },
    "searchHashtags": {
      "keyArgs": [
        "prefix"
      ],
      "edgeType": "FoundHashtagEdge"
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
    "suggestedUsers": {
      "keyArgs": [],
      "edgeType": "SuggestedUserEdge"
    },
    "trendingHashtags": {
      "keyArgs": [],
      "edgeType": "TrendingHashtagEdge"
    },
    "userPosts": {
      "keyArgs": [
        "userId"
      ],
      "edgeType": "PostEdge"
    },
    "userReposts": {
      "keyArgs": [
        "userId"
      ],
      "edgeType": "RepostedPostEdge"
    }
  }
};

export const typesWithoutId: readonly string[] = [
  "ApiLimits",
  "BlockedUser",
  "CommentViewer",
  "ConversationViewer",
  "DraftPoll",
  "FollowRequest",
  "HashtagDay",
  "HashtagEntity",
  "HashtagViewer",
  "LinkEntity",
  "MediaVariant",
  "MentionEntity",
  "MutedUser",
  "Participant",
  "PollViewer",
  "PollVoter",
  "PostDayViews",
  "PostLocation",
  "PostRevision",
  "PostSourceViews",
  "PostStats",
  "PostViewRefusal",
  "PostViewer",
  "PostsStats",
  "PrivacySettings",
  "QuotedPost",
  "Reaction",
  "ReactionCounts",
  "UserMute",
  "UserViewer",
  "UsernameAvailability"
];
