/** The footer of announcement emails, and the toast for the sender. */
export const notifications = {
  mail: {
    button: 'Open',
    optOut: 'Don’t want announcements by email? Turn them off in your account: {url}',
    why: 'You’re receiving this email because you have an account at {host}.',
  },
  toast: {
    sent: '“{title}” was sent',
    stopped: '“{title}” was stopped',
    reached: 'Delivered to {delivered} of {total} recipients.',
    open: 'Show',
  },
}
