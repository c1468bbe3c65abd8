/**
 * What a provider states about a user: the claims of an id_token, or its profile answer, not yet
 * validated.
 */
export type ProviderClaims = Readonly<Record<string, unknown>>

/** Which of a provider's claims proves that an address belongs to the user. */
export interface EmailProof {
  /** For the operator's documentation. */
  text: string
  isSatisfied(claims: ProviderClaims): boolean
}

/**
 * Proven if every one of these fields is exactly `true`. The string "true", 1 and the like don't
 * count.
 */
export function isTrue(...paths: string[]): EmailProof {
  return {
    text: `${paths.map((path) => `\`${path}\``).join(' and ')} ${paths.length > 1 ? 'are' : 'is'} \`true\``,
    isSatisfied: (claims) => paths.every((path) => valueAt(claims, path) === true),
  }
}

/** Like `isTrue`, for a provider that documents the string "true" in addition to the boolean. */
export function isTrueOrTrueText(path: string): EmailProof {
  return {
    text: `\`${path}\` is \`true\` or \`"true"\``,
    isSatisfied: (claims) => {
      const value = valueAt(claims, path)
      return value === true || value === 'true'
    },
  }
}

/** RFC 3339. `Date.parse` alone takes any text with a number, such as "pending 2", for a date. */
const DATED = /^\d{4}-\d\d-\d\dT/

/** Proven if the field contains a date. */
export function isDated(path: string): EmailProof {
  return {
    text: `\`${path}\` is a date`,
    isSatisfied: (claims) => {
      const value = valueAt(claims, path)
      return typeof value === 'string' && DATED.test(value) && !Number.isNaN(Date.parse(value))
    },
  }
}

/** The value at a path like `a.b.0`; undefined if there is none. Reads own properties only. */
export function valueAt(claims: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as ProviderClaims)[key]
          : undefined,
      claims,
    )
}
