/** Ends the start: the message says in one line what the person at the terminal can do about it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
