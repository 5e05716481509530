import type { ExplorerOptions } from './explorer.ts';

const TOKENS = 'accessToken refreshToken expiresAt errors { message }';
const USER_TOKENS = `${TOKENS} account: user { name: displayName }`;
const ADMIN_TOKENS = `${TOKENS} account: admin { name: displayName }`;

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
      variables: '{\n  "file": null\n}',
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
    login: `mutation ($input: AdminLoginInput!) { signedIn: adminLogin(input: $input) { ${ADMIN_TOKENS} } }`,
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
  }
}
`,
    },
    {
      query: `query Users {
  adminGetUsers(first: 5) {
    nodes {
      username
      email
      state
      postCount
      followerCount
      createdAt
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
