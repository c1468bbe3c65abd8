import { newId, timeOfId } from '@/lib/platform/ids'

/**
 * The time in the next id: now, or later if another test of this process moved the clock forward,
 * because ids never go back.
 */
export function timeOfIds(): Date {
  return timeOfId(newId())
}
