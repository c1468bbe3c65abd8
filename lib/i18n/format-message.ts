/** Puts values into the `{placeholders}` of a message. A placeholder without a value stays as it is, so that a test sees it. */
export function formatMessage(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    // What objects inherit is no value: `{constructor}` stays as it is.
    String((Object.hasOwn(values, name) ? values[name] : undefined) ?? whole),
  )
}

/** The names of a message's placeholders, sorted. */
export function placeholdersOf(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
}

/** The form of a counted message that fits the number, with `{count}` filled in. `atLeast` marks a count that goes on: "20+". */
export function formatCount(
  forms: { one: string; other: string },
  count: number,
  locale: string,
  atLeast = false,
): string {
  const form = new Intl.PluralRules(locale).select(count) === 'one' && !atLeast ? forms.one : forms.other
  return formatMessage(form, { count: `${new Intl.NumberFormat(locale).format(count)}${atLeast ? '+' : ''}` })
}
