/** Notification emails, the unsubscribe page, and the toasts for the sender. */
export const notifications = {
  mail: {
    button: 'Open',
    unsubscribe: 'Don’t want notifications by email? Unsubscribe: {url}',
    optOut: 'Choose how you receive notifications in your account: {url}',
    why: 'You’re receiving this email because you have an account at {host}.',
  },
  unsubscribe: {
    ask: {
      title: 'Unsubscribe from notifications?',
      text: 'You won’t receive notifications by email anymore. You’ll still get emails about your account.',
    },
    button: 'Unsubscribe',
    done: {
      title: 'Unsubscribed',
      text: 'You won’t receive notifications by email anymore. You can turn them on again in your account.',
    },
    invalid: {
      title: 'This link is invalid',
      text: 'It may be incomplete. Open it from the email again, or turn off notifications in your account.',
    },
    preferences: 'Open notification settings',
  },
  toast: {
    sent: '“{title}” was sent',
    stopped: '“{title}” was stopped',
    reached: 'Delivered to {delivered} of {total} recipients.',
    open: 'Show',
  },
}
