const FIELD = /^user_[0-9a-f]{32}$/

/** The name of the box that selects a user: each its own, because a field that comes twice is refused. */
export function pickFieldName(userId: string): string {
  return `user_${userId.replaceAll('-', '')}`
}

/** The ids of the users whose boxes were ticked; a box that is not ticked is not posted. */
export function pickedUsers(fields: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(fields)
    .filter(([name]) => FIELD.test(name))
    .map(([, value]) => value)
}
