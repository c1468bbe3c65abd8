import { generateSync } from 'otplib'
import { expect, type Person, type Service } from '@/e2e/fixtures'

/**
 * The code of the time step `ahead` of the current one. Each is accepted once, so the first use
 * takes 0 and the next one 1.
 */
export function totp(secret: string, ahead: 0 | 1): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * 30 })
}

/**
 * Turns on two-step verification over the API, which ends the user's other sessions. Returns the
 * secret; the code of the current time step is used.
 */
export async function turnOnTwoStep(service: Service, person: Person): Promise<string> {
  const { access_token: token } = (await (await service.api('login', person)).json()) as {
    access_token: string
  }
  const post = (path: string, body: object) =>
    fetch(`${service.url}/api/v1/auth/mfa/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const { secret } = (await (await post('setup', { password: person.password })).json()) as {
    secret: string
  }
  expect((await post('enable', { code: totp(secret, 0) })).status).toBe(200)
  return secret
}
