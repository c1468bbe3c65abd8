import { beforeAll, describe, expect, it, vi } from 'vitest'
import { insertAdministrator } from '@/tests/kit/administrators'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { insertWaitingUser } from '@/tests/kit/insert-user'
import { fromOwnPage, useLiveInstances, type SignedInUser } from '@/tests/kit/live-instances'

const live = useLiveInstances(1)

const NO_ID = '019335e0-0000-7000-8000-00000000000a'

/** Values that no list has returned as a cursor, encoded for a query. */
const FORGED = [
  '',
  'x',
  '%00',
  '%20',
  '%27',
  'null',
  '-1',
  '1e999',
  '9'.repeat(400),
  '2026-02-30T00%3A00%3A00Z',
  NO_ID,
  Buffer.from(`${'9'.repeat(15)}.019335e0-0000-7000-8000-00000000000a`).toString('base64url'),
  'A'.repeat(3000),
  '%F0%9F%92%A9',
]
/** Every page with a paginated list and a fixed path, up to its cursor. */
const PAGES = [
  '/dashboard/users?cursor=',
  '/dashboard/users/bulk?cursor=',
  '/dashboard/users/registrations?cursor=',
  '/dashboard/audit?cursor=',
  '/dashboard/notifications?cursor=',
  '/dashboard/notifications/templates?cursor=',
  '/dashboard/contacts?cursor=',
  '/dashboard/inbox?cursor=',
  '/dashboard/rbac/roles?cursor=',
  '/dashboard/rbac/explorer?view=who&permission=users:list&cursor=',
  '/dashboard/account/sessions?cursor=',
  '/dashboard/account/api-keys?cursor=',
  '/dashboard/uploads?cursor=',
  '/dashboard/payments?cursor=',
  '/dashboard/webhooks?cursor=',
]

let api: ApiClient
let admin: SignedInUser
let headers: { authorization: string }
let webhookId: string
/** Every list of the API with a valid cursor for it. */
const lists: { path: string; cursor: string }[] = []

beforeAll(async () => {
  const { id } = await insertAdministrator()
  admin = await live.signedInUser('api', id)
  await live.signedInUser('api', id)
  headers = bearer(admin.token)
  api = await ApiClient.of(live.url())
  const bulkId = await twoOfEach(id)
  webhookId = await webhookWithTwoDeliveries()
  const paths = api.document.operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'cursor'),
  )
  for (const { path: template, parameters } of paths) {
    const permission = parameters.some(({ name }) => name === 'permission')
      ? 'permission=users:list&'
      : ''
    const named = template.startsWith('/users/bulk-actions/')
      ? bulkId
      : template.startsWith('/webhooks/')
        ? webhookId
        : id
    const path = `${template.replace('{id}', named)}?${permission}`
    const { body } = await api.get(`${path}limit=1`, headers)
    lists.push({ path, cursor: String((body.page as { next_cursor: string }).next_cursor) })
  }
}, 120_000)

/** Two webhooks. Returns the id of the one with two deliveries. */
async function webhookWithTwoDeliveries(): Promise<string> {
  const asked = { url: 'https://example.org/hooks', events: ['payment.*'] }
  const made = await Promise.all([1, 2].map(() => api.post('/webhooks', asked, headers)))
  const id = String(made[0]!.body.id)
  for (const n of [1, 2])
    expect([n, (await api.post(`/webhooks/${id}/test`, {}, headers)).status]).toEqual([n, 200])
  return id
}

/** Gives every list a second page of one entry. Returns the id of a bulk action on two users. */
async function twoOfEach(id: string): Promise<string> {
  const { id: other } = await insertAdministrator()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  let bulkId = ''
  for (const n of ['one', 'two']) {
    const text = { title: n, body: n, channels: ['inbox'] }
    const made = [
      await api.post('/notifications', { ...text, to: { user_ids: [id] } }, headers),
      await api.post('/notifications/templates', { ...text, name: n }, headers),
      await api.post('/contact', { name: n, email: 'a@example.org', subject: n, message: n }),
      await api.post('/users/imports', [{ email: `${n}@example.org` }], headers),
      await api.post('/users/bulk-actions', { action: 'activate', user_ids: [id, other] }, headers),
    ]
    expect(made.map(({ status }) => status)).toEqual([202, 201, 202, 202, 202])
    const key = { name: n, permissions: ['users:list'], expires_at: tomorrow }
    expect((await api.post('/api-keys', key, headers)).status).toBe(201)
    bulkId = String(made.at(-1)!.body.id)
    const file = new FormData()
    file.set('file', new Blob([n], { type: 'text/plain' }), `${n}.txt`)
    const uploaded = await fetch(`${live.url()}/api/v1/uploads`, {
      method: 'POST',
      headers,
      body: file,
    })
    expect(uploaded.status).toBe(201)
    const { url } = (await uploaded.json()) as { url: string }
    const payment = { amount: 100, currency: 'EUR', payment_method_token: 'sim_frictionless' }
    const charged = await api.post(
      '/payments',
      { ...payment, return_url: new URL('/dashboard', url).href },
      { ...headers, 'idempotency-key': `payment-${n}` },
    )
    expect(charged.status).toBe(201)
    await insertWaitingUser()
  }
  return bulkId
}

describe('a cursor', () => {
  it('is returned by every list, and continues it', async () => {
    expect(lists.length).toBeGreaterThanOrEqual(10)
    for (const { path, cursor } of lists)
      expect([path, (await api.get(`${path}cursor=${cursor}`, headers)).status]).toEqual([
        path,
        200,
      ])
  })

  it('is refused by every list if no list has returned it', async () => {
    for (const { path } of lists)
      for (const forged of FORGED) {
        const { status, body } = await api.get(`${path}cursor=${forged}`, headers)
        const { code, errors } = body
        expect({ path, forged, status, code, errors }).toMatchObject({
          ...{ status: 422, code: 'validation_failed' },
          errors: [{ pointer: '/cursor', code: 'invalid_cursor' }],
        })
      }
  })

  it('is refused by every other list', async () => {
    for (const { path } of lists)
      for (const other of lists.filter(
        (list) => list.path !== path && !sameListOfAdmin(path, list.path),
      ))
        expect([
          path,
          other.path,
          (await api.get(`${path}cursor=${other.cursor}`, headers)).status,
        ]).toEqual([path, other.path, 422])
  })

  it('shows the first page of a list in the dashboard if no list has returned it', async () => {
    const named = [
      `/dashboard/users/${admin.id}?sessions=`,
      `/dashboard/users/${admin.id}/api-keys?cursor=`,
      `/dashboard/webhooks/${webhookId}?cursor=`,
    ]
    const page = await visitor()
    for (const address of [...PAGES, ...named])
      await settled(async () => {
        const first = await page.shown(address.replace(/[?&]\w+=$/, ''))
        expect([address, first.status]).toEqual([address, 200])
        for (const forged of ['', '%00', '%27', NO_ID])
          expect({ address, forged, ...(await page.shown(address + forged)) }).toEqual({
            ...{ address, forged },
            ...first,
          })
      })
  }, 90_000)

  it.each(['/contacts', '/notifications/templates', '/webhooks'])(
    'shows the first page of /dashboard%s if what came after it was deleted',
    async (path) => {
      const page = await visitor()
      const list = lists.find((one) => one.path === `${path}?`)!
      const rest = `/dashboard${path}?cursor=${list.cursor}`
      const before = await page.shown(rest)
      const { body } = await api.get(`${list.path}cursor=${list.cursor}`, headers)
      for (const { id } of body.data as { id: string }[])
        expect((await api.call('DELETE', `${path}/${id}`, undefined, headers)).status).toBe(204)
      await settled(async () => {
        const first = await page.shown(`/dashboard${path}`)
        expect(await page.shown(rest)).toEqual(first)
        expect(first).not.toEqual(before)
      })
    },
  )
})

/** Retries, because jobs still change what some pages show. */
const settled = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 200 })

async function visitor() {
  const session = await live.signedInUser('web', admin.id)
  return {
    /** The texts and links of a page. */
    async shown(address: string) {
      const sent = { ...fromOwnPage(live.url(), session), redirect: 'manual' as const }
      const answer = await fetch(live.url() + address, sent)
      const main = /<main[ >].*<\/main>/s.exec(await answer.text())?.[0] ?? ''
      const texts = main.replace(/<script.*?<\/script>/gs, '').split(/<[^>]*>/)
      return {
        status: answer.status,
        texts: texts.filter((text) => text.trim() !== ''),
        links: [...main.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href),
      }
    },
  }
}

/** The administrator's own sessions and keys are lists at two addresses each. */
function sameListOfAdmin(...paths: string[]): boolean {
  return ['/sessions?', '/api-keys?'].some((list) => paths.every((path) => path.includes(list)))
}
