/** The phone number page, and the text messages. */
export const phone = {
  title: 'Phone number',
  lead: 'Used for text messages: notifications, and security notices if you turn them on. You can’t sign in with it.',
  presentTitle: 'Current number',
  none: 'No phone number yet. Add one to receive text messages.',
  optedOut:
    'STOP was sent from this number, so it receives no text messages. Send START from the phone to receive them again.',
  remove: 'Remove number',
  removeTitle: 'Remove {phone}?',
  removeText: 'You’ll no longer receive text messages from us.',
  removeCancel: 'Cancel',
  removed: 'Phone number removed.',
  changeTitle: 'Add or change your number',
  changeText: 'We’ll text you a code. Your current number stays until you confirm the new one.',
  number: 'Phone number',
  numberHint: 'Include the country code, such as +1 202 555 0123. Carrier rates apply.',
  sendCode: 'Send code',
  codeSent: 'If the number can receive text messages, we’ve sent it a code.',
  confirmTitle: 'Enter the code',
  confirmText: 'We sent a 6-digit code to {phone}. It expires on {until} and allows 5 attempts.',
  code: 'Code',
  confirm: 'Confirm number',
  confirmed: 'Phone number confirmed.',
  resend: 'Send new code',
  whereLog:
    'Local mode sends no text messages. You’ll find the code in the outbox and in the terminal.',
  texts: {
    code: "{code} is your confirmation code for {host}. It expires in 10 minutes. Don't share it.",
    notice: '{host}: {title}. Not you? {url}',
    test: '{host}: This is a test message.',
  },
}
