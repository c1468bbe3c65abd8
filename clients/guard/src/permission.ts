/** Throws unless it is a permission: a name that is missing by mistake must not admit everyone. */
export function assertPermission(value: unknown): asserts value is string {
  if (typeof value !== 'string' || !value)
    throw new TypeError('name a permission; requireSignIn, or null, admits every signed-in user')
}
