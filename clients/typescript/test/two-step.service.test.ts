import { ScureBase32Plugin } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type GatehouseClient } from '@/clients/typescript/src/index'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { type Fault, type LossyProxy, startLossyProxy } from '@/tests/kit/lossy-proxy'
import { PASSWORD } from '@/tests/kit/make-user'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const ROOT = { email: 'root@example.org', password: PASSWORD }

let service: ServiceProcess
let network: LossyProxy
/** What happens to the next sign-in request. */
let fault: Fault | null = null
let recoveryCodes: string[]

beforeAll(async () => {
  service = await startService()
  const faultOf = (path: string) => {
    const next = path === '/api/v1/auth/login' ? fault : null
    if (next) fault = null
    return next
  }
  network = await startLossyProxy(service.url, { faultOf })
  const link = /\/auth\/setup\?token=([\w-]{43})/
  const token = await until('the setup link', 10_000, () => link.exec(service.output())?.[1])
  const { POST } = createClient({ baseUrl: service.url })
  await POST('/api/v1/auth/setup', { body: { token, ...ROOT } })
  const setup = await POST('/api/v1/auth/mfa/setup', { body: { password: PASSWORD } })
  const secret = new ScureBase32Plugin().decode(setup.data.secret)
  const code = totpCode(secret, totpStep(new Date()))
  const enabled = await POST('/api/v1/auth/mfa/enable', { body: { code } })
  recoveryCodes = enabled.data.recovery_codes
}, 60_000)
afterAll(async () => {
  await network.close()
  await service.stop()
})

const newClient = () => createClient({ baseUrl: network.url })

/** The token of the first step. */
async function firstStep({ auth }: GatehouseClient): Promise<string> {
  const result = await auth.login(ROOT)
  if (result.status !== 'mfa_required') throw new Error('no code is asked for')
  return result.mfa_token
}

describe('a sign-in with two steps', () => {
  it('keeps a session only after the second step', async () => {
    const client = newClient()
    const mfa_token = await firstStep(client)
    expect(await client.auth.session()).toBeNull()
    await expect(client.auth.login({ mfa_token, code: '000000' })).rejects.toMatchObject({
      code: 'invalid_mfa_code',
    })
    expect(await client.auth.session()).toBeNull()
    const done = await client.auth.login({ mfa_token, code: recoveryCodes.pop()! })
    expect(done).toMatchObject({ status: 'signed_in', user: { mfa_enabled: true } })
    expect((await client.GET('/api/v1/me')).data.email).toBe(ROOT.email)
  })

  it('starts again after the response to the password was lost', async () => {
    const client = newClient()
    fault = 'lost'
    await expect(client.auth.login(ROOT)).rejects.toMatchObject({ code: 'network_error' })
    const mfa_token = await firstStep(client)
    await client.auth.login({ mfa_token, code: recoveryCodes.pop()! })
    expect((await client.GET('/api/v1/me')).data.email).toBe(ROOT.email)
  })

  it('takes the same code again if it did not arrive', async () => {
    const client = newClient()
    const body = { mfa_token: await firstStep(client), code: recoveryCodes.pop()! }
    fault = 'unreachable'
    await expect(client.auth.login(body)).rejects.toMatchObject({ code: 'network_error' })
    expect(await client.auth.login(body)).toMatchObject({ status: 'signed_in' })
  })

  it('needs another code after the response to one was lost', async () => {
    const client = newClient()
    const body = { mfa_token: await firstStep(client), code: recoveryCodes.pop()! }
    fault = 'lost'
    await expect(client.auth.login(body)).rejects.toMatchObject({ code: 'network_error' })
    expect(await client.auth.session()).toBeNull()
    await expect(client.auth.login(body)).rejects.toMatchObject({ code: 'mfa_challenge_expired' })
    const mfa_token = await firstStep(client)
    const used = { mfa_token, code: body.code }
    await expect(client.auth.login(used)).rejects.toMatchObject({ code: 'invalid_mfa_code' })
    const next = { mfa_token, code: recoveryCodes.pop()! }
    expect(await client.auth.login(next)).toMatchObject({ status: 'signed_in' })
  })
})
