import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { describeIf } from '@/tests/kit/describe-if'
import { PASSWORD } from '@/tests/kit/make-user'
import { buildRelease, hasRelease } from '@/tests/kit/released-build'
import { releases } from '@/tests/kit/releases'
import {
  ApiSession,
  ask,
  expectAnswer,
  RepeatedSignIn,
  WebSession,
} from '@/tests/kit/session-client'
import { SessionLoad } from '@/tests/kit/session-load'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'
import {
  ADMIN,
  codeNow,
  sentToken,
  setUpUpgradeStage,
  type UpgradeStage,
} from '@/tests/kit/upgrade-stage'

const MINUTES = 60_000
const NEW_PASSWORD = 'another correct horse battery'

describe.each(releases)('an upgrade from $version', (release) => {
  const missing =
    inject('testServerUrl') === ''
      ? 'no PostgreSQL server'
      : `commit ${release.commit} is not in this clone: git fetch --unshallow`
  const available = inject('testServerUrl') !== '' && hasRelease(release)

  describeIf(available, missing)('while the old version serves', () => {
    const database = `gh_upgrade_${release.version.replaceAll('.', '_')}_${process.pid}`
    const url = Object.assign(new URL(inject('testServerUrl') || 'postgresql://none'), {
      pathname: `/${database}`,
    }).toString()
    const env = {
      DATABASE_URL: url,
      AUTH_JWT_SECRET: 'the-signing-secret-of-every-version-0123456789',
      AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      AUTH_JWT_ISSUER: 'http://gatehouse.test',
      AUTH_IP_RATE_LIMIT: '100000/1m',
      AUTH_USER_RATE_LIMIT: '100000/1m',
    }
    let pool: pg.Pool
    let before: ServiceProcess
    let after: ServiceProcess
    let stage: UpgradeStage
    let load: SessionLoad | undefined
    const post = (path: string, body: unknown, status = 200) =>
      expectAnswer(status, after.url, 'POST', path, { body })
    const asAdmin = (path: string) =>
      expectAnswer(200, after.url, 'GET', path, { token: stage.admin.access })

    beforeAll(async () => {
      const root = buildRelease(release)
      await asSuperuser(`CREATE DATABASE ${database}`)
      pool = new pg.Pool({ connectionString: url, max: 2 })
      before = await startService({ root, env })
      stage = await setUpUpgradeStage(before, pool)
    }, 30 * MINUTES)
    afterAll(async () => {
      await load?.stop()
      await Promise.all([before, after].map((service) => service?.stop()))
      await pool?.end()
      await asSuperuser(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    })

    it('refuses no request and signs no one out, before, during, and after the switch', async () => {
      const signIn = new RepeatedSignIn({ email: 'user70@example.org', password: PASSWORD })
      load = new SessionLoad([before.url], [stage.admin, ...stage.api, ...stage.web, signIn])
      await load.runFor(100)
      after = await startService({ env })
      await load.runFor(200)
      // The first request of a page loads it, which takes seconds on a busy machine.
      await (await WebSession.open(after.url, 'user90@example.org', PASSWORD)).use(after.url)
      // A load balancer sends requests to both.
      await load.moveTo([before.url, after.url])
      await load.runFor(500)
      expect(load.failures).toEqual([])
    })

    it('tells each version within seconds what the other one has changed', async () => {
      for (const [here, there] of [
        [before, after],
        [after, before],
      ] as const) {
        const session = await ApiSession.open(here.url, 'user80@example.org', PASSWORD)
        const alive = { token: session.access }
        const { id } = await expectAnswer(200, there.url, 'GET', '/me', alive)
        for (const roles of [['user', 'member'], ['user']]) {
          await expectAnswer(200, here.url, 'PUT', `/users/${id}/roles`, {
            body: { roles },
            token: stage.admin.access,
          })
          await until('the roles have changed at the other version', 10_000, async () => {
            const own = await expectAnswer(200, there.url, 'GET', '/auth/permissions', alive)
            return own.permissions.includes('users:list') === roles.includes('member')
          })
        }
        await expectAnswer(204, here.url, 'DELETE', `/me/sessions/${session.id}`, alive)
        await until('the session has ended at the other version', 10_000, async () => {
          return (await ask(there.url, 'GET', '/me', alive)).status === 401
        })
      }
    })

    it('confirms registrations of the old version that were made or confirmed after the migration', async () => {
      const sign = (email: string) => post('/auth/login', { email, password: PASSWORD })
      await expectAnswer(200, before.url, 'POST', '/auth/verify-email', {
        body: { token: stage.links.abandoned },
      })
      await sign('abandoned@example.org')
      const late = { email: 'late@example.org', password: PASSWORD }
      const from = before.output().length
      await expectAnswer(202, before.url, 'POST', '/auth/register', { body: late })
      const token = await sentToken(before, 'verify-email', from)
      // 0.1.0 keeps no record of who registered the account, so the link asks for a password.
      const isKnown = release.version !== '0.1.0'
      await post('/auth/verify-email', { token }, isKnown ? 200 : 409)
      if (!isKnown) await post('/auth/verify-email', { token, password: PASSWORD })
      await sign('late@example.org')
    })

    it('keeps serving when the old version has stopped', async () => {
      await load!.moveTo([after.url])
      expect(await before.stop()).toBe(0)
      await load!.runFor(300)
      await load!.stop()
      expect(load!.failures).toEqual([])
    })

    it('accepts every access token, link, code, and secret from before', async () => {
      for (const { first } of stage.api)
        await expectAnswer(200, after.url, 'GET', '/me', { token: first })
      await post('/auth/verify-email', { token: stage.links.registration })
      await post('/auth/login', { email: 'registered@example.org', password: PASSWORD })
      await post('/auth/reset-password', { token: stage.links.reset, password: NEW_PASSWORD }, 204)
      await post('/auth/login', { email: 'user60@example.org', password: NEW_PASSWORD })
      await post('/auth/accept-invitation', { token: stage.links.invitation, password: PASSWORD })
      const { email, secret, challenge, recoveryCode } = stage.mfa
      await post('/auth/mfa/verify', { mfa_token: challenge, code: codeNow(secret, 1) })
      const second = await post('/auth/login', { email, password: PASSWORD })
      await post('/auth/mfa/verify', { mfa_token: second.mfa_token, code: recoveryCode })
    })

    it('shows the same users, permissions, and notifications', async () => {
      const token = stage.api[0]!.access
      const { permissions } = await expectAnswer(200, after.url, 'GET', '/auth/permissions', {
        token,
      })
      expect(permissions).toEqual(stage.permissions)
      const { data: items } = await expectAnswer(200, after.url, 'GET', '/inbox', { token })
      expect(items).toContainEqual(expect.objectContaining({ title: 'Hello' }))
      const { data: found } = await asAdmin(`/users?query=${encodeURIComponent('ser 1999')}`)
      expect(found).toMatchObject([{ email: 'user1999@example.org' }])
      const { rows } = await pool.query(
        `SELECT (SELECT count(*) FROM users) = (SELECT sum(users) FROM (
          SELECT users FROM user_totals UNION ALL SELECT users FROM user_total_changes) all_totals) AS exact`,
      )
      expect(rows).toEqual([{ exact: true }])
    })

    it('verifies the audit trail, with the seals of the old version', async () => {
      const report = await asAdmin('/audit/verify')
      expect(report).toMatchObject({ intact: true, first_bad: null })
      expect(report.verified).toBeGreaterThanOrEqual(stage.auditRecords)
      const { data } = await asAdmin('/audit?action=session.created&limit=1')
      expect(data).toHaveLength(1)
    })

    it('has an administrator who can still sign in', async () => {
      await post('/auth/login', { email: ADMIN, password: PASSWORD })
      await stage.admin.use(after.url)
    })
  })
})

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(inject('testServerUrl'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
