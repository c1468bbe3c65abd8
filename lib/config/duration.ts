import { z } from 'zod'

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const TEN_YEARS = 10 * 365 * 86_400

/**
 * Reads a duration as people write it (`900`, `8s`, `15m`, `12h`, `30d`) into whole seconds; null when it is none, is
 * zero or exceeds ten years (a limit that overflows must not come to mean "never").
 */
export function parseDurationSeconds(text: string): number | null {
  const match = /^(\d{1,10})([smhd])?$/.exec(text.trim())
  if (!match) return null
  const seconds = Number(match[1]) * UNITS[(match[2] ?? 's') as keyof typeof UNITS]
  return seconds >= 1 && seconds <= TEN_YEARS ? seconds : null
}

/** A duration setting with a default, in seconds. */
export const durationSeconds = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const seconds = parseDurationSeconds(text)
      if (seconds === null) {
        context.addIssue({ code: 'custom', message: 'is not a duration such as 900, 15m, 12h or 30d' })
        return z.NEVER
      }
      return seconds
    })
