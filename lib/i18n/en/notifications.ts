/** What administrators send to many: the words around it in a mail, and what its sender is told at the end. */
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
