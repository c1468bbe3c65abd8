import { z } from 'zod'
import { cursorField } from '@/lib/platform/cursor'

/** `?limit=50&cursor=…`: a whole number from 1 to 200, and what the previous page returned. */
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'out_of_range' })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 200, { error: 'out_of_range' })
    .default(50),
  cursor: cursorField.optional(),
})
