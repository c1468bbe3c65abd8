const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

/**
 * Whether a text could be a token out of a mail. What has another form was never issued: it does
 * not reach the database (a megabyte of "token" is not hashed either). The last of 43 characters
 * carries only four bits: other spellings of the same bytes hash differently, so are unknown.
 */
export function isWellFormedToken(token: string): boolean {
  return TOKEN_FORM.test(token)
}
