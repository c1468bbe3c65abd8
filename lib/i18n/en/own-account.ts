/** What people do to their own account: its address, their data, its end. */
export const ownAccount = {
  home: {
    setPassword: 'Set a password',
    setPasswordText:
      'You sign in with a connected account. A password is a second way in, should you lose it.',
  },
}
