import type { Db } from '@/lib/platform/db/database'
import { whenCommitted } from '@/lib/platform/db/transaction'
import { remember } from '@/lib/platform/remember'
import type { RequestContext } from '@/lib/platform/request-context'

/** What this process counts of what it did, for its metrics. */
export type TalliedEvent = 'sign_in' | 'sign_in_failure' | 'refresh' | 'refresh_token_reuse'
type Surface = RequestContext['surface']
type Tally = Record<Surface, number>

const none = (): Tally => ({ web: 0, api: 0 })
const tallies = () =>
  remember<Record<TalliedEvent, Tally>>('tally', () => ({
    sign_in: none(),
    sign_in_failure: none(),
    refresh: none(),
    refresh_token_reuse: none(),
  }))

/** Counts something that has taken place. */
export function tally(event: TalliedEvent, surface: Surface): void {
  tallies()[event][surface]++
}

/** Counts something that takes place when `db` commits, if it is a transaction; otherwise it has. */
export function tallyOnCommit(db: Db, event: TalliedEvent, surface: Surface): void {
  whenCommitted(db, () => tally(event, surface))
}

/** How often something took place on each surface since this process started. */
export function talliesOf(event: TalliedEvent): Readonly<Tally> {
  return tallies()[event]
}
