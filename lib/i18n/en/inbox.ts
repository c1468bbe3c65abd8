/** The inbox: its page, the bell, and what people are told there. */
export const inbox = {
  title: 'Inbox',
  lead: 'What happened to your account, and messages to you.',
  filter: 'Which messages',
  all: 'All',
  unread: 'Unread',
  unreadMark: 'Unread',
  unreadCount: { one: '{count} unread message', other: '{count} unread messages' },
  announcement: {
    one: 'New in your inbox. {count} unread message.',
    other: 'New in your inbox. {count} unread messages.',
  },
  open: 'Open',
  openLabel: 'Open “{title}”',
  markRead: 'Mark as read',
  markReadLabel: 'Mark “{title}” as read',
  markAllRead: 'Mark all as read',
  allRead: {
    one: '{count} message is marked as read.',
    other: '{count} messages are marked as read.',
  },
  delete: 'Delete',
  deleteLabel: 'Delete “{title}”',
  deleteTitle: 'Delete “{title}”?',
  deleteText: 'It cannot be brought back. What it tells of stays as it is.',
  deleted: 'The message is deleted.',
  cancel: 'Cancel',
  emptyTitle: 'Nothing here yet',
  emptyText: 'When something happens to your account, or somebody writes to you, it shows up here.',
  noUnreadTitle: 'All read',
  noUnreadText: 'There is nothing that you have not read.',
  showAll: 'Show all messages',
  newest: 'Newest messages',
  older: 'Older messages',
  whence: {
    deviceAndIp: 'From {device}, address {ip}.',
    device: 'From {device}.',
    ip: 'From the address {ip}.',
  },
  kinds: {
    'security.new_sign_in': {
      title: 'Sign-in from a new device',
      body: 'If it was not you, end that session and change your password.',
    },
    'security.refresh_token_reused': {
      title: 'A session was ended for your safety',
      body: 'Its key was used twice: somebody may have a copy. If you do not know why, change your password.',
    },
    'security.password_changed': {
      title: 'Your password was changed',
      body: 'If it was not you, reset it at once.',
    },
    'security.mfa_enabled': {
      title: 'Two-step sign-in was turned on',
      body: 'From now on signing in takes a code. If it was not you, reset your password at once.',
    },
    'security.mfa_disabled': {
      title: 'Two-step sign-in was turned off',
      body: 'Your password alone opens your account now. If it was not you, reset it at once.',
    },
    'security.mfa_reset': {
      title: 'An administrator reset your two-step sign-in',
      body: 'Your password alone opens your account now. Set two-step sign-in up again.',
    },
    'security.mfa_locked': {
      title: 'Too many wrong sign-in codes',
      body: 'Codes are refused for a while. If it was not you, somebody may know your password: change it.',
    },
    'security.recovery_codes_renewed': {
      title: 'You have new recovery codes',
      body: 'The old ones no longer work. If it was not you, reset your password at once.',
    },
    'security.recovery_code_used': {
      title: 'A recovery code was used to sign in',
      body: 'Codes left: {codes_left}. If it was not you, reset your password at once.',
    },
    'security.identity_linked': {
      title: '{provider} was connected to your account',
      body: 'It opens your account from now on. If it was not you, disconnect it.',
    },
    'security.identity_unlinked': {
      title: '{provider} was disconnected from your account',
      body: 'It no longer opens your account.',
    },
    'security.address_changed': {
      title: 'Your e-mail address was changed',
      body: 'Messages about your account go to the new one. If you did not expect this, turn to an administrator.',
    },
    'security.email_change_requested': {
      title: 'Another e-mail address was asked for',
      body: 'It counts once it is confirmed from there. If it was not you, change your password: that ends it.',
    },
  },
}
