import { afterAll, beforeAll, expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const BOUND_MS = 1000

describeOnServer('what an administrator does on one instance counts on the other', () => {
  const services: ServiceProcess[] = []
  let here!: ApiClient
  let there!: ApiClient
  let admin!: Record<string, string>
  let serial = 0
  useSettings()
  useTestDatabase()
  beforeAll(async () => {
    const env = {
      DATABASE_URL: database().pool.options.connectionString!,
      AUTH_JWT_SECRET: 'the-signing-secret-of-two-instances-0123456789',
      AUTH_JWT_ISSUER: 'http://gatehouse.test',
      AUTH_IP_RATE_LIMIT: '100000/1m',
      AUTH_USER_RATE_LIMIT: '100000/1m',
    }
    services.push(await startService({ env }), await startService({ env }))
    here = await ApiClient.of(services[0]!.url)
    there = await ApiClient.of(services[1]!.url)
    const { email } = await makeUser({ admin: true })
    admin = bearer(
      String((await here.post('/auth/login', { email, password: PASSWORD })).body.access_token),
    )
  }, 120_000)
  afterAll(() => Promise.all(services.map((service) => service.stop())))

  async function signedIn() {
    const user = await makeUser({ email: `person-${++serial}@example.org` })
    const { body } = await here.post('/auth/login', { email: user.email, password: PASSWORD })
    const credential = bearer(String(body.access_token))
    expect((await there.get('/me', credential)).status).toBe(200)
    return { ...user, credential }
  }

  it.each([
    ['deactivating', 'POST', '/deactivate', 200],
    ['deleting', 'DELETE', '', 204],
    ['ending all sessions of', 'DELETE', '/sessions', 204],
  ] as const)('%s a user, within a second', async (_, method, path, status) => {
    const user = await signedIn()
    expect((await here.call(method, `/users/${user.id}${path}`, undefined, admin)).status).toBe(
      status,
    )
    const refused = await until(
      'the other instance refuses the session',
      BOUND_MS,
      async () => (await there.get('/me', user.credential)).status === 401,
    )
    expect(refused).toBe(true)
  })

  it('assigning and removing a role, within a second', async () => {
    const user = await signedIn()
    const rolesThere = async () =>
      (await there.get('/auth/permissions', user.credential)).body.roles as string[]
    for (const roles of [['admin'], ['user']]) {
      expect((await here.call('PUT', `/users/${user.id}/roles`, { roles }, admin)).status).toBe(200)
      await until(
        'the roles are those',
        BOUND_MS,
        async () => (await rolesThere()).join() === roles.join(),
      )
    }
    expect(
      await db().auditRecord.count({ where: { targetId: user.id, action: 'user.roles_changed' } }),
    ).toBe(2)
  })

  it('inviting a user, who signs in by the link, with every response documented', async () => {
    const email = 'guest@example.org'
    const before = services.map((service) => service.output().length)
    const made = await here.post('/users', { email, name: 'Guest' }, admin)
    expect(made).toMatchObject({ status: 201, body: { email, status: 'pending', roles: ['user'] } })
    const token = await until('the invitation', 10_000, () =>
      services
        .map(
          (service, n) =>
            /invitation\?token=([\w-]{43})/.exec(service.output().slice(before[n]))?.[1],
        )
        .find(Boolean),
    )
    const page = await fetch(`${services[1]!.url}/auth/invitation?token=${token}`)
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    const body = { token, password: PASSWORD, role: 'admin', isAdmin: true }
    const taken = await there.post('/auth/accept-invitation', body)
    expect(taken).toMatchObject({
      status: 200,
      body: { user: { email, email_verified: true, roles: ['user'] } },
    })
    expect((await here.post('/auth/accept-invitation', body)).body.code).toBe(
      'invalid_or_expired_token',
    )
    const id = String(made.body.id)
    for (const [method, path, more] of [
      ['GET', '', undefined],
      ['GET', '/sessions', undefined],
      ['POST', '/deactivate', {}],
      ['POST', '/activate', undefined],
      ['PUT', '/email', { email: 'other@example.org' }],
      ['POST', '/restore', undefined],
    ] as const)
      expect((await here.call(method, `/users/${id}${path}`, more, admin)).status).toBe(200)
    const list = await there.get('/users?query=other&status=active&role=user&sort=name', admin)
    expect(list).toMatchObject({ status: 200, body: { data: [{ id }], page: { has_more: false } } })
  })
})
