import { addSeconds } from '@/lib/platform/clock'

const YEAR_SECONDS = 365 * 86_400
/** Clocks differ: what is past by less than this is meant for now. */
const PAST_SECONDS = 60

/** Whether something can be sent then: within the coming year. */
export function isSendableTime(at: Date, now: Date): boolean {
  return at >= addSeconds(now, -PAST_SECONDS) && at <= addSeconds(now, YEAR_SECONDS)
}
