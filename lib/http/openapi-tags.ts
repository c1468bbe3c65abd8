/** The groups of the API reference, in display order. Every operation has exactly one. */
export const API_TAGS = {
  Authentication: 'Sign in and out, sign up, refresh tokens, and reset passwords.',
  'Two-step verification':
    'Set up an authenticator app and recovery codes, and complete a sign-in with a code.',
  Passkeys: 'Add, rename, and remove passkeys, and sign in or confirm your identity with one.',
  'Sign-in providers': 'Sign in with an external provider, and connect provider accounts.',
  Account: 'Your own profile, email address, phone number, picture, and data.',
  Sessions: 'Where you are signed in.',
  'API keys': 'Credentials for programs: limited to some of your permissions, and to a time.',
  Inbox: 'Messages you received.',
  Users: 'Manage users: invite, search, deactivate, restore, change roles, and end sessions.',
  'User imports': 'Create many users from a file, in the background.',
  'Bulk actions': 'Change many users at once, in the background.',
  'Roles and permissions': 'Manage roles, and explain who can do what.',
  Notifications: 'Send notifications to users, now or later, and manage templates.',
  'Contact messages': 'Messages from the contact form.',
  Uploads: 'Files you uploaded, and links to them.',
  Payments: 'Charge and refund payment methods.',
  Settings: 'Settings that administrators change while the service runs.',
  'Profile fields': 'What the service knows about users beyond name and email address.',
  'Audit trail': 'Who did what and when, sealed against later changes.',
  'Live events': 'Tickets for the WebSocket endpoint.',
  Webhooks: 'Send events to other systems.',
  'Provider callbacks': 'Endpoints for payment and text message providers.',
  Service: 'About this API.',
} as const

export type ApiTag = keyof typeof API_TAGS
