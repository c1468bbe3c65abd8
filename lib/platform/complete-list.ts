import { z } from 'zod'

/** How many entries of a list a page has at most. */
export const pageLimit = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, { error: 'out_of_range' })
  .transform(Number)
  .refine((value) => value <= 200, { error: 'out_of_range' })
  .meta({ type: 'integer', minimum: 1, maximum: 200 })

/** Where a page of a list ends. */
export const pageInfo = z
  .strictObject({ next_cursor: z.string().nullable(), has_more: z.boolean() })
  .meta({ examples: [{ next_cursor: null, has_more: false }] })

/** The query of a short list, which is always returned completely. */
export const completeListQuery = z.object({
  limit: pageLimit.optional().describe('Checked, but the list is always returned completely'),
})

/** The response schema of a list that is always returned completely. */
export function completeListOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), page: pageInfo })
}
