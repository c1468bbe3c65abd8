import type { ServerResponse } from 'node:http'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertAdministrator } from '@/tests/kit/administrators'
import { bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { type SignedInUser, useLiveInstances } from '@/tests/kit/live-instances'
import { answer, startWebhookReceiver } from '@/tests/kit/stand-ins/webhook-receiver'
import { until } from '@/tests/kit/until'
import { forgetWebhooks } from '@/tests/kit/webhooks'

const WITHIN_MS = 30_000
/** How many requests one instance sends at once to one endpoint. */
const PLACES = 4

describeOnServer('webhooks of two instances', () => {
  const live = useLiveInstances(2, () => ({ WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'true' }))
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  let admin: SignedInUser
  let held: ServerResponse[] = []

  beforeAll(async () => {
    await syncCatalog(new Date())
    admin = await live.signedInUser('api', (await insertAdministrator()).id)
  })
  beforeEach(async () => {
    await forgetWebhooks()
    held = []
    receiver = await startWebhookReceiver()
    const url = receiver.url
    expect((await post(0, '/webhooks', { url, events: ['role.created'] }))?.status).toBe(201)
  })
  afterEach(() => receiver.close())

  /** Null if the instance died before it answered. */
  const post = (n: number, path: string, body: object) =>
    fetch(`${live.url(n)}/api/v1${path}`, {
      method: 'POST',
      headers: { ...bearer(admin.token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null)
  /** Does something that has an event. Returns the id that it contains; null if unacknowledged. */
  async function act(n: number): Promise<string | null> {
    const answered = await post(n, '/rbac/roles', { name: `role ${newId()}`, permissions: [] })
    if (answered?.status !== 201) return null
    const body = await answered.json().catch(() => null)
    return body && String((body as { id: string }).id)
  }
  /** Acts until the instance dies. Returns what was acknowledged. */
  async function actUntilDead(n: number, acknowledged: string[]): Promise<void> {
    for (let id = await act(n); id; id = await act(n)) acknowledged.push(id)
  }

  const idOf = ({ body }: { body: string }) =>
    (JSON.parse(body) as { data: { role_id: string } }).data.role_id
  const hold = () => receiver.behave((response) => void held.push(response))
  function release(): void {
    receiver.behave(answer(204))
    for (const response of held) response.writeHead(204).end()
  }
  /** A dead worker's claims expire after a minute, the one thing that can't pass in a test. */
  const expireClaims = () =>
    db().webhookDelivery.updateMany({
      where: { status: 'pending', attempts: { gt: 0 } },
      data: { nextAttemptAt: new Date(), lockedUntil: null },
    })
  const pending = () => db().webhookDelivery.count({ where: { status: 'pending' } })
  const allDelivered = () =>
    until('everything is delivered', WITHIN_MS, async () => (await pending()) === 0)

  it('each event is delivered once, whichever instance it happens on', async () => {
    const ids: (string | null)[] = []
    const writer = async (n: number) => {
      for (let acts = 0; acts < 10; acts++) ids.push(await act(n))
    }
    await Promise.all([0, 0, 1, 1].map(writer))
    await allDelivered()
    expect(receiver.requests.map(idOf).sort()).toEqual(ids.sort())
    const rows = await db().webhookDelivery.findMany()
    expect(rows.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 40 }, () => 1))
  })

  it('what a killed instance was sending is sent by the other one, with the same id', async () => {
    hold()
    const acknowledged: string[] = []
    const writers = [1, 1, 1].map((n) => actUntilDead(n, acknowledged))
    await until('both instances send', WITHIN_MS, () => held.length === 2 * PLACES)
    await live.services[1]!.kill9()
    onTestFinished(() => live.restart(1))
    await Promise.all(writers)
    const cut = receiver.requests.map(({ headers }) => headers['webhook-id'])
    release()
    await until('only claims of the dead one are left', WITHIN_MS, async () => {
      const claimed = { status: 'pending', attempts: { gt: 0 } }
      return (await pending()) === (await db().webhookDelivery.count({ where: claimed }))
    })
    await expireClaims()
    await allDelivered()
    const received = receiver.requests.map(({ headers }) => String(headers['webhook-id']))
    const twice = cut.filter((id) => received.filter((one) => one === id).length === 2)
    expect(twice).toHaveLength(PLACES)
    expect(received).toHaveLength(new Set(received).size + PLACES)
    const found = new Set(receiver.requests.map(idOf))
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(PLACES)
  })

  it('nothing that was accepted is lost when every instance is killed, three times in a row', async () => {
    const acknowledged: string[] = []
    for (let round = 1; round <= 3; round++) {
      hold()
      const known = held.length
      const writers = [0, 1].map((n) => actUntilDead(n, acknowledged))
      await until('some are being sent', WITHIN_MS, () => held.length > known + 1)
      await Promise.all([0, 1].map((n) => live.services[n]!.kill9()))
      await Promise.all(writers)
      receiver.behave(answer(204))
      await Promise.all([0, 1].map((n) => live.restart(n)))
      await expireClaims()
    }
    await allDelivered()
    const found = new Set(receiver.requests.map(idOf))
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
    const stored = await db().webhookDelivery.findMany()
    expect(stored.every(({ status }) => status === 'delivered')).toBe(true)
  }, 240_000)
})
