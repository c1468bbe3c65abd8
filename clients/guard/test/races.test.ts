import { expect, it } from 'vitest'
import { until } from '../../../tests/kit/until.js'
import { signedWebhook, type Stage, stage, WEBHOOK_SECRET } from './gatehouse-stand-in.js'

const READ = 'shop:orders:read'
const WITHIN_MS = 10_000
const twenty = Array.from({ length: 20 }, (_, n) => n)

const webhook = (type: string, data: object) => signedWebhook({ type, data })

/** Twenty users, and a Gatehouse whose answers wait until `open` is called. */
async function held(options: object = {}) {
  const staged = await stage({ webhookSecrets: [WEBHOOK_SECRET], ...options })
  let open = () => {}
  staged.gatehouse.hold = new Promise((resolve) => (open = resolve))
  const bearers = twenty.map((n) =>
    staged.gatehouse.bearer({ sub: `user-${n}`, sid: `session-${n}` }),
  )
  return { ...staged, bearers, open }
}

/** Begins a request of each user and waits until Gatehouse is asked about all of them. */
async function asking({ gatehouse, guard, bearers }: Stage & { bearers: string[] }) {
  const decisions = bearers.map((bearer) => guard.check(bearer, READ))
  await until('all are asked for', WITHIN_MS, () => gatehouse.permissionRequests === 20)
  return decisions
}

it.each([
  ['kept tokens', {}],
  ['tokens evicted in between', { maxTokens: 1 }],
])('a permission taken while twenty answers are on their way is not granted: %s', async (_, by) => {
  const staged = await held(by)
  const { gatehouse, guard, bearers, open } = staged
  const decisions = await asking(staged)
  gatehouse.permissions = []
  guard.handleWebhook(webhook('role.permissions_changed', { role_id: 'r' }))
  open()
  for (const decision of await Promise.all(decisions))
    expect(decision).toMatchObject({ code: 'insufficient_permission' })
  for (const bearer of bearers)
    expect(await guard.check(bearer, READ)).toMatchObject({ code: 'insufficient_permission' })
})

it('twenty users who lose a role while they are asked for are not granted it', async () => {
  const staged = await held()
  const { gatehouse, guard, open } = staged
  const decisions = await asking(staged)
  gatehouse.permissions = []
  for (const n of twenty)
    guard.handleWebhook(webhook('user.roles_changed', { user_id: `user-${n}` }))
  open()
  for (const decision of await Promise.all(decisions))
    expect(decision).toMatchObject({ code: 'insufficient_permission' })
})

it.each([
  ['kept tokens', {}],
  ['tokens evicted in between', { maxTokens: 1 }],
])('a session that ends while its access is asked for is not admitted: %s', async (_, by) => {
  const staged = await held(by)
  const { guard, bearers, open } = staged
  const decisions = await asking(staged)
  for (const n of twenty)
    guard.handleWebhook(
      webhook('session.revoked', { session_id: `session-${n}`, user_id: `user-${n}` }),
    )
  open()
  for (const decision of await Promise.all(decisions))
    expect(decision).toEqual({ ok: false, code: 'session_revoked' })
  for (const bearer of bearers)
    expect(await guard.check(bearer, READ)).toEqual({ ok: false, code: 'session_revoked' })
})

it('a session that ends while the keys are read is not admitted', async () => {
  let open = () => {}
  const reading = new Promise<void>((resolve) => (open = resolve))
  const { guard, gatehouse, bearers } = await held({
    fetch: async (url: string, init: RequestInit) => {
      if (url.endsWith('/jwks.json')) await reading
      return fetch(url, init)
    },
  })
  const decisions = bearers.map((bearer) => guard.check(bearer, READ))
  for (const n of twenty)
    guard.handleWebhook(webhook('session.revoked', { session_id: `session-${n}` }))
  open()
  for (const decision of await Promise.all(decisions))
    expect(decision).toEqual({ ok: false, code: 'session_revoked' })
  expect(gatehouse.permissionRequests).toBe(0)
})

it('a session stays refused after more sessions ended than the guard remembers', async () => {
  const { gatehouse, guard, bearers, open } = await held()
  open()
  expect(await guard.check(bearers[0], READ)).toMatchObject({ ok: true })
  gatehouse.revoked.add('session-0')
  const end = (id: string, user: string) =>
    guard.handleWebhook(webhook('session.revoked', { session_id: id, user_id: user }))
  end('session-0', 'user-0')
  for (let n = 0; n < 50_001; n++) end(`other-${n}`, 'user-x')
  expect(await guard.check(bearers[0], READ)).toEqual({ ok: false, code: 'session_revoked' })
})
