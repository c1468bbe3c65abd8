import type { Caller } from './guard.js'

const callers = new WeakMap<object, Caller>()

/** Notes who sent a request, for the handlers after the guard. */
export function noteCaller(request: object, caller: Caller): void {
  callers.set(request, caller)
}

/** Who sent a request. Throws if it has not passed the guard. */
export function callerOf(request: object): Caller {
  const caller = callers.get(request)
  if (!caller) throw new Error('this route has no guard: add requirePermission or requireSignIn')
  return caller
}
