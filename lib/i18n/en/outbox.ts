/** The page that shows messages in local mode. */
export const outbox = {
  title: 'Outbox',
  lead: 'Local mode sends no emails or text messages. They appear here instead: the newest {max} of each kind, until {product} stops.',
  open: 'Open outbox',
  reload: 'Reload',
  boxes: 'Message types',
  boxNames: {
    account: 'Account emails ({count})',
    mailings: 'Notification emails ({count})',
    texts: 'Text messages ({count})',
  },
  to: 'To',
  text: 'Text of “{subject}”',
  html: 'HTML of “{subject}”',
  showHtml: 'Show HTML',
  showText: 'Show text',
  empty: {
    account: {
      title: 'No emails yet',
      text: 'Sign up or request a link, then reload this page.',
    },
    mailings: {
      title: 'No notification emails yet',
      text: 'Notifications sent by email appear here.',
    },
    texts: {
      title: 'No text messages yet',
      text: 'Confirm a phone number or send a notification by text message, then reload this page.',
    },
  },
}
