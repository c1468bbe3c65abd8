const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * Whether a text could be an emailed token. Anything malformed was never issued and doesn't reach
 * the database, nor is a megabyte of "token" hashed. The last of the 43 characters carries only
 * four bits; other spellings of the same bytes hash differently and are therefore unknown.
 */
export function isWellFormedToken(token: string): boolean {
  return TOKEN_FORM.test(token)
}
