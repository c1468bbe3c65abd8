/** Puts values into the `{placeholders}` of a message. A placeholder without a value stays as it is, so that a test sees it. */
export function formatMessage(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The names of a message's placeholders, sorted. */
export function placeholdersOf(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
}
