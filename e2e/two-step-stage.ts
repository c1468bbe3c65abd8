import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expect, PASSWORD, type Person } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { en } from '@/lib/i18n/en'

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

/**
 * Turns on two-step verification on the open security page. Returns the secret; the code of the
 * current time step is used.
 */
export async function setUpTwoStep(page: Page): Promise<string> {
  const { off, setup, codes } = en.twoStep
  await page.getByLabel(en.forms.currentPassword).fill(PASSWORD)
  await page.getByRole('button', { name: off.submit }).click()
  const link = await page.getByRole('link', { name: setup.openApp }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  await page.getByLabel(setup.code).fill(totp(secret, 0))
  await page.getByRole('button', { name: setup.submit, exact: true }).click()
  await page.getByRole('button', { name: codes.saved }).click()
  await expect(page.getByText(codes.done)).toBeVisible()
  return secret
}
