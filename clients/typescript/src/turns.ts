/** Runs work for the same owner one after the other. */
const queues = new WeakMap<object, Promise<unknown>>()
export function inTurn<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(owner) ?? Promise.resolve()).then(work, work)
  queues.set(
    owner,
    turn.catch(() => undefined),
  )
  return turn
}
