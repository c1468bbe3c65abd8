import { z } from 'zod'
import type { AreaState } from '@/lib/settings/read-area'

const instant = z.iso.datetime().nullable()

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.strictObject({ set: z.boolean() }).describe('A secret: whether there is one'),
  z
    .strictObject({ subject: z.string(), body: z.string(), button: z.string() })
    .describe('The text of a mail'),
  z.null(),
])

/** The forms of what /settings answers; the OpenAPI document is made from them. */
export const areaAnswer = z.strictObject({
  values: z.record(z.string(), value).describe('Every setting of the area, defaults included'),
  locked: z.array(z.string()).describe('The names that the environment decides'),
  health: z
    .strictObject({
      last_success_at: instant,
      last_error_at: instant,
      last_error: z.string().nullable().describe('What the provider said'),
      queue_length: z.int(),
    })
    .optional(),
})

export const testAnswer = z.strictObject({
  ok: z.boolean(),
  detail: z.string().describe('What the provider said'),
})

/** An area as clients of the API see it. */
export function presentArea({ values, locked, health }: AreaState): z.input<typeof areaAnswer> {
  return {
    values: values as z.input<typeof areaAnswer>['values'],
    locked,
    ...(health && {
      health: {
        last_success_at: health.lastSuccessAt?.toISOString() ?? null,
        last_error_at: health.lastErrorAt?.toISOString() ?? null,
        last_error: health.lastError,
        queue_length: health.queueLength,
      },
    }),
  }
}
