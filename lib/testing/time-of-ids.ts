import { newId } from '@/lib/platform/ids'

/**
 * The time in the next id: now, or later if another test of this process moved the clock forward,
 * because ids never go back.
 */
export function timeOfIds(): Date {
  return new Date(Number.parseInt(newId().replace('-', '').slice(0, 12), 16))
}
