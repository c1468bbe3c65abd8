import { z } from 'zod'

const FROM = Date.UTC(1970, 0)
const BEFORE = Date.UTC(10_000, 0)

/** An instant in RFC 3339, with any offset, that the database can hold. */
export const instantField = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() >= FROM && date.getTime() < BEFORE, { error: 'out_of_range' })
