import { z } from 'zod'

/** An action without fields: an empty object, or no body at all. */
export const noFields = z.strictObject({})

/** The same, ignoring whatever fields there are, on routes where unknown fields are ignored. */
export const ignoredFields = z.object({})
