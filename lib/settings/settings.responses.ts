import { z } from 'zod'
import { instant } from '@/lib/platform/instant'
import type { AreaState } from '@/lib/settings/settings-area'

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.strictObject({ set: z.boolean() }).describe('A secret: only whether it is set'),
  z
    .strictObject({ subject: z.string(), body: z.string(), button: z.string() })
    .describe('The text of an email'),
  z.null(),
])

/** The response schemas of /settings; the OpenAPI document is generated from them. */
export const areaResponse = z
  .strictObject({
    values: z
      .record(z.string(), value)
      .meta({ examples: [{ max_login_attempts: 5, lockout_duration: '15m' }] })
      .describe('Every setting of the area, including defaults'),
    locked: z
      .array(z.string())
      .meta({ examples: [['max_login_attempts']] })
      .describe('Names of settings fixed by environment variables'),
    health: z
      .strictObject({
        last_success_at: instant.nullable(),
        last_error_at: instant.nullable(),
        last_error: z.string().nullable().describe('The provider’s response'),
        queue_length: z.int(),
      })
      .optional(),
  })
  .meta({ id: 'SettingsArea' })

export const testResponse = z
  .strictObject({
    ok: z.boolean(),
    detail: z.string().describe('The provider’s response'),
  })
  .meta({ id: 'SettingsTest' })

/** Converts an area to its API response. */
export function presentArea({ values, locked, health }: AreaState): z.input<typeof areaResponse> {
  return {
    values: values as z.input<typeof areaResponse>['values'],
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
