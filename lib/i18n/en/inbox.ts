/** The inbox: its page, the bell, and what people are told there. */
export const inbox = {
  title: 'Inbox',
  lead: 'Activity on your account, and messages to you.',
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
    one: '{count} message was marked as read.',
    other: '{count} messages were marked as read.',
  },
  delete: 'Delete',
  deleteLabel: 'Delete “{title}”',
  deleteTitle: 'Delete “{title}”?',
  deleteText: 'You cannot restore it. Whatever it is about stays as it is.',
  deleted: 'The message was deleted.',
  cancel: 'Cancel',
  emptyTitle: 'Nothing here yet',
  emptyText: 'Activity on your account and messages to you appear here.',
  noUnreadTitle: 'All caught up',
  noUnreadText: 'You have no unread messages.',
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
      body: 'If this was not you, end that session and change your password.',
    },
    'security.refresh_token_reused': {
      title: 'A session was ended for your safety',
      body: 'Its token was used twice, so someone may have a copy. If you do not know why, change your password.',
    },
    'security.password_changed': {
      title: 'Your password was changed',
      body: 'If this was not you, reset it immediately.',
    },
    'security.mfa_enabled': {
      title: 'Two-step sign-in was turned on',
      body: 'From now on, signing in requires a code. If this was not you, reset your password immediately.',
    },
    'security.mfa_disabled': {
      title: 'Two-step sign-in was turned off',
      body: 'You now sign in with your password alone. If this was not you, reset it immediately.',
    },
    'security.mfa_reset': {
      title: 'An administrator reset your two-step sign-in',
      body: 'You now sign in with your password alone. Set up two-step sign-in again.',
    },
    'security.mfa_locked': {
      title: 'Too many wrong sign-in codes',
      body: 'Codes are not accepted for a while. If this was not you, someone may know your password: change it.',
    },
    'security.recovery_codes_renewed': {
      title: 'You have new recovery codes',
      body: 'The old ones no longer work. If this was not you, reset your password immediately.',
    },
    'security.recovery_code_used': {
      title: 'A recovery code was used to sign in',
      body: 'Codes left: {codes_left}. If this was not you, reset your password immediately.',
    },
    'security.identity_linked': {
      title: '{provider} was connected to your account',
      body: 'You can now sign in with it. If this was not you, disconnect it.',
    },
    'security.identity_unlinked': {
      title: '{provider} was disconnected from your account',
      body: 'You can no longer sign in with it.',
    },
    'security.phone_changed': {
      title: 'Your phone number was changed',
      body: 'If this was not you, change your password, then remove the number.',
    },
    'security.mail_settings_changed': {
      title: 'The mail settings were changed',
      body: 'If you do not know about this change, check the settings and the audit trail right away.',
    },
    'security.phone_removed': {
      title: 'Your phone number was removed',
      body: 'If this was not you, change your password.',
    },
    'security.address_changed': {
      title: 'Your email address was changed',
      body: 'Messages about your account go to the new one. If you did not expect this, contact an administrator.',
    },
    'security.email_change_requested': {
      title: 'A new email address was requested',
      body: 'It takes effect once it is confirmed. If this was not you, change your password, which cancels the request.',
    },
  },
}
