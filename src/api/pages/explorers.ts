import type { ExplorerOptions } from './explorer.ts';

const TOKENS = 'accessToken refreshToken expiresAt errors { message }';
const USER_TOKENS = `${TOKENS} account: user { name: displayName }`;
const ADMIN_TOKENS = `${TOKENS} account: admin { name: displayName }`;
const ADMIN_LOGIN = `needsCode ${ADMIN_TOKENS}`;

const json = (variables: object): string => JSON.stringify(variables, null, 2);

/** The explorer of the web endpoint. Its first tab answers everybody, the others a user who is signed in. */
export const CLIENT_EXPLORER: Omit<ExplorerOptions, 'path'> = {
  title: 'Plaza',
  takesFiles: true,
  session: {
    login: `mutation ($input: LoginInput!) { signedIn: login(input: $input) { ${USER_TOKENS} } }`,
    refresh: `mutation ($input: RefreshSessionInput!) { signedIn: refreshSession(input: $input) { ${USER_TOKENS} } }`,
    logout: 'mutation { logout(input: {}) { errors { message } } }',
    device: { device: { deviceName: 'Explorer', platform: 'WEB' } },
  },
  tabs: [
    {
      query: `# Everybody may ask this.
# For the other tabs, sign in above.
query Explore {
  exploreFeed(first: 5) {
    nodes {
      text
      author {
        displayName
      }
    }
  }
  trendingHashtags(first: 5) {
    nodes {
      name
    }
  }
}
`,
    },
    {
      query: `query Me {
  me {
    email
    user {
      username
      displayName
      followerCount
    }
  }
}
`,
    },
    {
      query: `query Feed {
  feed(first: 5) {
    edges {
      reason
      node {
        text
        createdAt
        author {
          displayName
        }
        media {
          url
          width
          height
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    },
    {
      query: `mutation CreatePost {
  createPost(input: { text: "Hello from the explorer" }) {
    post {
      id
      text
    }
    errors {
      code
      message
      path
    }
  }
}
`,
    },
    {
      query: `# Choose the file above, or when this runs.
mutation UploadMedia($file: Upload!) {
  uploadMedia(input: { file: $file }) {
    media {
      id
      kind
      state
      url
    }
    errors {
      code
      message
      path
    }
  }
}
`,
      variables: json({ file: null }),
    },
    {
      query: `# Shows the messages that reach you while it runs.
subscription Messages {
  messageAdded {
    message {
      content {
        text
      }
      sender {
        displayName
      }
    }
  }
}
`,
    },
  ],
};

/** The explorer of the admin endpoint. */
export const ADMIN_EXPLORER: Omit<ExplorerOptions, 'path'> = {
  title: 'Plaza admin',
  takesFiles: false,
  session: {
    login: `mutation ($input: AdminLoginInput!) { signedIn: adminLogin(input: $input) { ${ADMIN_LOGIN} } }`,
    refresh: `mutation ($input: AdminRefreshSessionInput!) { signedIn: adminRefreshSession(input: $input) { ${ADMIN_TOKENS} } }`,
    logout: 'mutation { adminLogout { errors { message } } }',
  },
  tabs: [
    {
      query: `# Sign in above as an admin.
query Me {
  adminMe {
    email
    role
    permissions
    account {
      hasSecondFactor
      recoveryCodeCount
    }
  }
}
`,
    },
    {
      query: `# With a second factor the password alone gives needsCode,
# and counts as a wrong one. A recovery code stands for the code.
mutation SignIn($input: AdminLoginInput!) {
  adminLogin(input: $input) {
    needsCode
    accessToken
    refreshToken
    expiresAt
    deviceToken
    errors {
      code
      message
      path
    }
  }
}
`,
      variables: json({
        input: { email: 'admin@example.com', password: 'the password', code: '123456' },
      }),
    },
    {
      query: `# Each argument narrows the list; with updatedAfter
# it is what has changed since.
query Users {
  adminGetUsers(
    state: ACTIVE
    isSuspended: false
    order: LAST_UPDATED
    first: 5
  ) {
    nodes {
      username
      email
      state
      postCount
      followerCount
      createdAt
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    },
    {
      query: `# The most urgent case, for ten minutes. DecideCase needs
# its id and its version.
mutation ClaimCase {
  adminClaimNextCase(input: { queue: GENERAL }) {
    case {
      id
      version
      subjectKind
      ownerStrikePoints
      leaseExpiresAt
      post {
        text
      }
      comment {
        text
      }
    }
    errors {
      code
      message
    }
  }
}
`,
    },
    {
      query: `mutation DecideCase($input: AdminDecideCaseInput!) {
  adminDecideCase(input: $input) {
    decision {
      id
      actions
      decidedAt
    }
    errors {
      code
      message
      path
    }
  }
}
`,
      variables: json({ input: { caseId: 'case_…', expectedVersion: 1, actions: ['NO_ACTION'] } }),
    },
    {
      query: `# Days are those of UTC, at most 400.
query Dashboard($from: DateTime!, $until: DateTime!) {
  adminGetDashboard(
    from: $from
    until: $until
    granularity: DAY
    measures: [USERS_NEW, USERS_ACTIVE_DAY, POSTS, MESSAGES]
  ) {
    updatedAt
    periods {
      startsAt
      isComplete
    }
    measures {
      key
      total
      previousTotal
      values
    }
  }
  adminGetQueues {
    openCaseCount
    oldestCaseAt
  }
}
`,
      days: { from: -29, until: 1 },
    },
    {
      query: `query Hashtags {
  adminGetHashtagSettings {
    trendsNeedReview
  }
  adminGetHashtags(first: 5) {
    nodes {
      name
      state
      postCount
      isTrending
      trendScore
    }
  }
}
`,
    },
  ],
};
