import { expect } from 'vitest'
import { until } from '../../../tests/kit/until.js'
import { type GatehouseStandIn, type Stage, stage } from './gatehouse-stand-in.js'

export const READ = 'shop:orders:read'
export const REFUSED = { ok: false, code: 'insufficient_permission', requiredPermission: READ }
export const WITHIN_MS = 10_000
export const KEY = 'ghk_test'

/** A guard whose feed is open, and a user it knows. */
export async function listening(options: object = {}): Promise<Stage & { bearer: string }> {
  const staged = await stage({ apiKey: KEY, ...options })
  await until('the feed is open', WITHIN_MS, () => staged.gatehouse.sockets.size === 1)
  const bearer = staged.gatehouse.bearer()
  expect(await staged.guard.check(bearer, READ)).toMatchObject({ ok: true })
  await until('the feed began', WITHIN_MS, async () => {
    // The first frame makes the guard ask again; the fence lasts two seconds.
    staged.clock.advance(0.6)
    await staged.guard.check(bearer, READ)
    return staged.gatehouse.permissionRequests >= 2
  })
  staged.clock.advance(3)
  staged.gatehouse.say('feed.alive')
  await staged.guard.check(bearer, READ)
  return { ...staged, bearer }
}

/** How often the guard asked about the user whom it knows. */
export const askedAgain = ({ askedFor }: GatehouseStandIn) =>
  askedFor.filter((session) => session === 'session-1').length

/** Waits until every event sent so far has arrived. */
export async function arrived({ gatehouse, guard }: Stage): Promise<void> {
  const sid = `mark-${gatehouse.askedFor.length}`
  gatehouse.say('session.revoked', { user_id: 'user-9', session_id: sid })
  await decides({ guard, bearer: gatehouse.bearer({ sid }) }, { code: 'session_revoked' })
}

/** Waits until the guard decides that way, as it does as soon as an event has arrived. */
export function decides(
  { guard, bearer }: { guard: Stage['guard']; bearer: string },
  expected: object,
) {
  return until(`the decision ${JSON.stringify(expected)}`, WITHIN_MS, async () => {
    const decision = await guard.check(bearer, READ)
    return Object.entries(expected).every(([k, v]) => (decision as never)[k] === v)
  })
}
