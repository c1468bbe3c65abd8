import { z } from 'zod'

/** `?limit=50&cursor=…`: limit is a whole number from 1 to 200, anything else is refused. */
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'out_of_range' })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 200, { error: 'out_of_range' })
    .default(50),
  cursor: z.string().max(512, { error: 'too_long' }).optional(),
})
