/** The inbox page, the bell and security notices. */
export const inbox = {
  title: 'Inbox',
  lead: 'Account activity and messages.',
  filter: 'Filter messages',
  all: 'All',
  unread: 'Unread',
  unreadMark: 'Unread',
  unreadCount: { one: '{count} unread message', other: '{count} unread messages' },
  announcement: {
    one: 'New message in your inbox. {count} unread message.',
    other: 'New message in your inbox. {count} unread messages.',
  },
  open: 'Open',
  openLabel: 'Open “{title}”',
  markRead: 'Mark as read',
  markReadLabel: 'Mark “{title}” as read',
  markAllRead: 'Mark all as read',
  allRead: {
    one: '{count} message marked as read.',
    other: '{count} messages marked as read.',
  },
  delete: 'Delete',
  deleteLabel: 'Delete “{title}”',
  deleteTitle: 'Delete “{title}”?',
  deleteText: 'Deletes only this message. You can’t undo this.',
  deleted: 'Message deleted.',
  cancel: 'Cancel',
  emptyTitle: 'No messages yet',
  emptyText: 'Account activity and messages to you appear here.',
  noUnreadTitle: 'No unread messages',
  noUnreadText: 'You’ve read all your messages.',
  showAll: 'Show all messages',
  newest: 'Newest messages',
  older: 'Older messages',
  origin: {
    deviceAndIp: 'Device: {device}. IP address: {ip}.',
    device: 'Device: {device}.',
    ip: 'IP address: {ip}.',
  },
  kinds: {
    'security.new_sign_in': {
      title: 'Sign-in from a new device',
      body: 'If this wasn’t you, end that session and change your password.',
    },
    'security.refresh_token_reused': {
      title: 'A session was ended to protect your account',
      body: 'Its token was used twice, so someone else may have a copy. If you don’t know why, change your password.',
    },
    'security.password_changed': {
      title: 'Your password was changed',
      body: 'If this wasn’t you, reset it immediately.',
    },
    'security.mfa_enabled': {
      title: 'Two-step verification was turned on',
      body: 'Signing in now requires a code. If this wasn’t you, reset your password immediately.',
    },
    'security.mfa_disabled': {
      title: 'Two-step verification was turned off',
      body: 'You now sign in with only your password. If this wasn’t you, reset it immediately.',
    },
    'security.mfa_reset': {
      title: 'An administrator reset your two-step verification',
      body: 'You now sign in with only your password. Set up two-step verification again.',
    },
    'security.mfa_locked': {
      title: 'Too many incorrect codes',
      body: 'We’re not accepting codes for a while. If this wasn’t you, someone may know your password. Change it.',
    },
    'security.recovery_codes_renewed': {
      title: 'Your recovery codes were replaced',
      body: 'The old codes no longer work. If this wasn’t you, reset your password immediately.',
    },
    'security.recovery_code_used': {
      title: 'A recovery code was used to sign in',
      body: 'Codes left: {codes_left}. If this wasn’t you, reset your password immediately.',
    },
    'security.identity_linked': {
      title: '{provider} was connected to your account',
      body: 'You can now sign in with it. If this wasn’t you, disconnect it.',
    },
    'security.identity_unlinked': {
      title: '{provider} was disconnected from your account',
      body: 'You can no longer sign in with it.',
    },
    'security.phone_changed': {
      title: 'Your phone number was changed',
      body: 'If this wasn’t you, change your password and remove the number.',
    },
    'security.mail_settings_changed': {
      title: 'The email settings were changed',
      body: 'If you don’t recognize this change, check the settings and the audit trail immediately.',
    },
    'security.phone_removed': {
      title: 'Your phone number was removed',
      body: 'If this wasn’t you, change your password.',
    },
    'security.address_changed': {
      title: 'Your email address was changed',
      body: 'Messages about your account now go to the new address. If you didn’t expect this, contact an administrator.',
    },
    'security.email_change_requested': {
      title: 'An email address change was requested',
      body: 'The new address takes effect after it’s confirmed. If this wasn’t you, change your password. This cancels the request.',
    },
  },
}
