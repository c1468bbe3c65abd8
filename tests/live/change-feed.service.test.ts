import { expect, it } from 'vitest'
import { describeOnServer } from '@/tests/kit/describe-if'
import { accepted, openPlain } from '@/tests/kit/live-client'
import { type SignedInUser, useLiveInstances, withBearer } from '@/tests/kit/live-instances'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { until } from '@/tests/kit/until'
import { newId } from '@/lib/platform/ids'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { insertRole } from '@/tests/kit/roles'

const WITHIN_MS = 5000
const FEED = { query: { feed: 'changes' } }

describeOnServer('the feed of changes', () => {
  const live = useLiveInstances(2)
  const [url, other] = [() => live.url(0), () => live.url(1)]

  async function holder(...permissions: PermissionName[]): Promise<SignedInUser> {
    const user = await live.signedInUser()
    await insertRole(`role ${newId()}`, permissions, [user.id])
    return user
  }
  async function keyOf(userId: string) {
    const { key, apiKey } = await makeApiKey(userId, ['users:read'])
    return { id: apiKey.id, ...FEED, headers: { authorization: `Bearer ${key}` } }
  }
  const open = async (handshake: object) => {
    const client = await accepted(openPlain(other(), { ...FEED, ...handshake }))
    await until('it is alive', WITHIN_MS, () => client.of('feed.alive').length > 0)
    return client
  }

  it('is open to keys and sessions with users:read', async () => {
    const user = await holder('users:read')
    for (const handshake of [withBearer(user), await keyOf(user.id)]) {
      const [alive] = (await open(handshake)).of('feed.alive')
      expect(alive).toMatchObject({ v: 1, type: 'feed.alive' })
    }
  })

  it('is refused to all other callers, before the protocol switch', async () => {
    const [user, stranger] = [await holder('users:read'), await holder('users:list')]
    const refused = (handshake: object) => openPlain(url(), { ...FEED, ...handshake })
    expect(await refused({})).toBe(401)
    expect(await refused({ headers: { cookie: `access=${user.token}`, origin: url() } })).toBe(401)
    expect(await refused({ query: { feed: 'changes', access_token: user.token } })).toBe(401)
    expect(await refused({ headers: { authorization: 'Bearer ghk_wrong' } })).toBe(401)
    expect(await refused(withBearer(stranger))).toBe(403)
    expect(await refused({ ...withBearer(user), query: { feed: 'all' } })).toBe(400)
    expect(await refused({ ...withBearer(user), query: { feed: 'changes', EIO: '4' } })).toBe(400)
  })

  it('tells of an ended session on another instance within a second', async () => {
    const client = await open(await keyOf((await holder('users:read')).id))
    const user = await live.signedInUser()
    const api = await ApiClient.of(url())
    expect((await api.post('/auth/logout', undefined, bearer(user.token))).status).toBe(204)
    const at = performance.now()
    const { sessionId } = user.session
    const revoked = await until('the event', WITHIN_MS, () =>
      client.of('session.revoked').find((data) => data.session_id === sessionId),
    )
    expect(performance.now() - at).toBeLessThan(1000)
    expect(revoked).toMatchObject({ v: 1, type: 'session.revoked', user_id: user.id })
  })

  it('ends within a second after its key is revoked on another instance', async () => {
    const user = await holder('users:read')
    const key = await keyOf(user.id)
    const client = await open(key)
    const api = await ApiClient.of(url())
    const path = `/api-keys/${key.id}`
    const { status } = await api.call('DELETE', path, undefined, bearer(user.token))
    expect(status).toBe(204)
    const at = performance.now()
    expect(await client.end()).toEqual({ code: 4401, reason: 'invalid_token' })
    expect(performance.now() - at).toBeLessThan(1000)
  })
})
