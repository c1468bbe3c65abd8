/**
 * What a provider said of somebody: the claims of an id_token, or its answer about the account,
 * unread.
 */
export type ProviderClaims = Readonly<Record<string, unknown>>

/** What of a provider's words proves that an address belongs to whoever signed in. */
export interface EmailProof {
  /** For the operator's documentation. */
  text: string
  holds(said: ProviderClaims): boolean
}

/**
 * Proven where every one of these fields is exactly `true`. The word "true", 1 and the like count
 * for nothing.
 */
export function isTrue(...paths: string[]): EmailProof {
  return {
    text: `${paths.map((path) => `\`${path}\``).join(' and ')} ${paths.length > 1 ? 'are' : 'is'} \`true\``,
    holds: (said) => paths.every((path) => valueAt(said, path) === true),
  }
}

/** As `isTrue`, for a provider that documents the word "true" beside the value. */
export function isTrueOrTrueText(path: string): EmailProof {
  return {
    text: `\`${path}\` is \`true\` or \`"true"\``,
    holds: (said) => [true, 'true'].includes(valueAt(said, path) as boolean),
  }
}

/** Proven where the field holds a date. */
export function isDated(path: string): EmailProof {
  return {
    text: `\`${path}\` holds a date`,
    holds: (said) => {
      const value = valueAt(said, path)
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    },
  }
}

/**
 * What stands at `a.b.0` of an answer; undefined where there is nothing. Only own properties are
 * looked at.
 */
export function valueAt(said: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as ProviderClaims)[key]
          : undefined,
      said,
    )
}
