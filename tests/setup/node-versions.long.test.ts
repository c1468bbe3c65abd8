import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeIf } from '@/tests/kit/describe-if'
import { accepted, closeLiveClients, openPlain, openSocketIo } from '@/tests/kit/live-client'
import { PASSWORD } from '@/tests/kit/make-user'
import { hasNodeReleases, installNode } from '@/tests/kit/node-release'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { sentToken } from '@/tests/kit/upgrade-stage'

/** The supported versions beside the one that runs the tests, each by its newest release. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0']

describeIf(hasNodeReleases, 'npm has no binaries of Node.js for this machine')(
  'the service',
  () => {
    describe.each(VERSIONS)('under Node.js %s', (version) => {
      let service: ServiceProcess
      let api: ApiClient
      let node: string
      const account = { email: 'ada@example.org', password: PASSWORD }
      beforeAll(async () => {
        node = installNode(version)
        service = await startService({ node, firstStart: true })
        api = await ApiClient.of(service.url)
      }, 180_000)
      afterAll(async () => {
        closeLiveClients()
        expect(await service.stop()).toBe(0)
      })

      it('registers a user, signs in, refreshes, checks permissions, and connects', async () => {
        expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`)
        expect((await api.post('/auth/register', account)).status).toBe(202)
        const token = await sentToken(service, 'verify-email')
        expect((await api.post('/auth/verify-email', { token })).status).toBe(200)
        const login = await api.post('/auth/login', account)
        expect(login.status).toBe(200)
        const { status, body } = await api.post('/auth/refresh', {
          refresh_token: login.body.refresh_token,
        })
        expect(status).toBe(200)
        const headers = bearer(String(body.access_token))
        const { body: own } = await api.get('/auth/permissions', headers)
        expect(own.roles).toEqual(['user'])
        await accepted(openSocketIo(service.url, '/api/v1/ws', { headers }))
        await accepted(openPlain(service.url, { headers }))
        expect((await fetch(`${service.url}/auth/login`)).status).toBe(200)
      })

      it('prints no warning about the version', () => {
        expect(service.output()).not.toMatch(/DeprecationWarning|ExperimentalWarning|EBADENGINE/)
      })
    })
  },
)
