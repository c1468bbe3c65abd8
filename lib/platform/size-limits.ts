/**
 * The size limits that several declarations share, in bytes. Imports nothing, because the
 * declarations of pages, which browsers load, use it.
 */

/** The largest body of a request, unless its route or page declares another limit. */
export const MAX_BODY_BYTES = 100_000

/** The largest file: 10 MiB, which pages call 10 MB. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024

/** The largest file of an import of users. */
export const MAX_IMPORT_BYTES = MAX_UPLOAD_BYTES

/**
 * The largest form that a sign-in provider posts: code, state, name. Anyone can post to its
 * address.
 */
export const MAX_CALLBACK_BYTES = 8_192
