import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { newApiKey } from '@/lib/identity/api-keys/key-format'
import { db } from '@/lib/platform/db/database'
import { insertAdministrator } from '@/tests/kit/administrators'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { openPlain, openSocketIo } from '@/tests/kit/live-client'
import { useLiveInstances } from '@/tests/kit/live-instances'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 10_000

describeOnServer('an API key on two instances', () => {
  const live = useLiveInstances(2, () => ({ LOG_LEVEL: 'debug' }))
  let here!: ApiClient
  let there!: ApiClient
  beforeAll(async () => {
    await syncCatalog(new Date())
    here = await ApiClient.of(live.url(0))
    there = await ApiClient.of(live.url(1))
  })

  async function adminWithKey() {
    const { id } = await insertAdministrator()
    const admin = await live.signedInUser('api', id)
    return { id, admin, ...(await makeApiKey(id, ['rbac:manage'])) }
  }
  const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

  it('that is revoked on one is refused on the other, where its connections end', async () => {
    const { key, apiKey, admin } = await adminWithKey()
    expect((await there.get('/rbac/roles', bearer(key))).status).toBe(200)
    const plain = await openPlain(live.url(1), withKey(key))
    const socketIo = await openSocketIo(live.url(1), '/api/v1/ws', withKey(key))
    if (typeof plain === 'number' || typeof socketIo === 'number') throw new Error('refused')
    const revoked = await here.call(
      'DELETE',
      `/api-keys/${apiKey.id}`,
      undefined,
      bearer(admin.token),
    )
    expect(revoked.status).toBe(204)
    await until(
      'the other instance refuses the key',
      WITHIN_MS,
      async () => (await there.get('/rbac/roles', bearer(key))).status === 401,
    )
    expect(await plain.end()).toEqual({ code: 4401, reason: 'invalid_token' })
    await socketIo.end()
    expect(plain.frames).toEqual([])
  })

  it('opens no connection as a part of an address, or if it is wrong', async () => {
    const { key, apiKey } = await adminWithKey()
    expect(await openPlain(live.url(0), { query: { access_token: key } })).toBe(401)
    expect(await openPlain(live.url(0), withKey(newApiKey(apiKey.id).key))).toBe(401)
  })

  it('is named in the log and the audit trail by its id, and never appears itself', async () => {
    const { id, key, apiKey } = await adminWithKey()
    const permission = { name: 'crm:notes:read', description: 'Read notes' }
    expect((await here.post('/rbac/permissions', permission, bearer(key))).status).toBe(201)
    expect((await here.post('/api-keys', {}, bearer(key))).body).toMatchObject({
      code: 'session_required',
    })
    await here.get('/users', bearer(key))
    await here.get(`/users?access_token=${key}`, bearer(`${key}x`))
    await openPlain(live.url(0), { query: { access_token: key } })
    const log = await until('the request is logged', WITHIN_MS, () => {
      const output = live.services[0]!.output()
      return output.includes(`"api_key_id":"${apiKey.id}"`) ? output : null
    })
    const records = JSON.stringify(await db().auditRecord.findMany({ where: { actorId: id } }))
    expect(records).toContain(`"api_key_id":"${apiKey.id}"`)
    const secret = key.slice(26)
    for (const text of [log, records, live.services[1]!.output()])
      expect(text).not.toContain(secret)
  })
})
