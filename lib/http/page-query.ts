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

const pages = new WeakMap<z.ZodType, z.ZodType>()

/** One page of a list of named items. */
export function pageOf<T extends z.ZodType>(item: T) {
  const id = z.globalRegistry.get(item)?.id
  const make = () =>
    z
      .strictObject({
        data: z.array(item),
        page: z
          .strictObject({ next_cursor: z.string().nullable(), has_more: z.boolean() })
          .meta({ examples: [{ next_cursor: null, has_more: false }] }),
      })
      .meta({ id: `${id}Page` })
  const known = pages.get(item) as ReturnType<typeof make> | undefined
  if (known) return known
  const made = make()
  pages.set(item, made)
  return made
}

/** A page of a list as the API shows it. */
export function presentPage<T>(data: T[], nextCursor: string | null) {
  return { data, page: { next_cursor: nextCursor, has_more: nextCursor !== null } }
}
