/** What administrators send to many: the words around it in a mail, and what its sender is told at the end. */
export const notifications = {
  mail: {
    button: 'Open',
    optOut: 'You would rather not get such messages by email? Turn them off in your account: {url}',
    why: 'You got this mail because you have an account at {host}.',
  },
  toast: {
    sent: '“{title}” was sent',
    stopped: '“{title}” was stopped',
    reached: 'It reached {delivered} of {total} people.',
    open: 'Show',
  },
}
