import { processSingleton } from '@/lib/config/process-singleton'
import type { Db } from '@/lib/platform/db/database'
import { whenCommitted } from '@/lib/platform/db/transaction'
import type { RequestContext } from '@/lib/platform/request-context'

/** The events that this process counts for its metrics. */
export type CountedEvent = 'sign_in' | 'sign_in_failure' | 'refresh' | 'refresh_token_reuse'
type Surface = RequestContext['surface']
type SurfaceCounts = Record<Surface, number>

const noCounts = (): SurfaceCounts => ({ web: 0, api: 0 })
const counters = () =>
  processSingleton<Record<CountedEvent, SurfaceCounts>>('tally', () => ({
    sign_in: noCounts(),
    sign_in_failure: noCounts(),
    refresh: noCounts(),
    refresh_token_reuse: noCounts(),
  }))

/** Counts an event that has taken place. */
export function countEvent(event: CountedEvent, surface: Surface): void {
  counters()[event][surface]++
}

/** Counts an event when `db` commits if it is a transaction, otherwise at once. */
export function countEventOnCommit(db: Db, event: CountedEvent, surface: Surface): void {
  whenCommitted(db, () => countEvent(event, surface))
}

/** How often an event took place on each surface since this process started. */
export function countsOf(event: CountedEvent): Readonly<SurfaceCounts> {
  return counters()[event]
}
