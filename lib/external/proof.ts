/** What a provider said of somebody: the claims of an id_token, or its answer about the account, unread. */
export type Said = Readonly<Record<string, unknown>>

/** What of a provider's words proves that an address belongs to whoever signed in. */
export interface Proof {
  /** For the operator's documentation. */
  text: string
  holds(said: Said): boolean
}

/** Proven where every one of these fields is exactly `true`. The word "true", 1 and the like count for nothing. */
export function isTrue(...paths: string[]): Proof {
  return {
    text: `${paths.map((path) => `\`${path}\``).join(' and ')} ${paths.length > 1 ? 'are' : 'is'} \`true\``,
    holds: (said) => paths.every((path) => valueAt(said, path) === true),
  }
}

/** As `isTrue`, for a provider that documents the word "true" beside the value. */
export function isTrueOrSaysSo(path: string): Proof {
  return {
    text: `\`${path}\` is \`true\` or \`"true"\``,
    holds: (said) => [true, 'true'].includes(valueAt(said, path) as boolean),
  }
}

/** Proven where the field holds a date. */
export function isDated(path: string): Proof {
  return {
    text: `\`${path}\` holds a date`,
    holds: (said) => {
      const value = valueAt(said, path)
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    },
  }
}

/** What stands at `a.b.0` of an answer; undefined where there is nothing. Only own properties are looked at. */
export function valueAt(said: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Said)[key]
          : undefined,
      said,
    )
}
