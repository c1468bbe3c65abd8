import type { Page } from '@playwright/test'
import { expect, freshEmail, newVisitor, test } from '@/e2e/fixtures'
import { expectAccessible } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'

test.use({ serviceEnv: { AUTH_MAX_LOGIN_ATTEMPTS: '3', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '5' } })

const { auth, forms, problems } = en
const WAIT = 'Try again in 15 minutes.'

async function guess(page: Page, email: string, times: number): Promise<void> {
  await page.goto('/auth/login')
  for (let i = 0; i < times; i++) {
    await page.getByLabel(forms.email).fill(email)
    await page.getByLabel(forms.password, { exact: true }).fill(`wrong password ${i}`)
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: auth.login.submit, exact: true }).click()
    await answer
  }
}

test('a locked sign-in says whether the address or the network is locked, and for how long, with and without JavaScript', async ({
  browser,
  page,
  service,
}) => {
  const said = (text: string) => ({ hasText: `${text} ${WAIT}` })
  const plain = await newVisitor(browser, service, false)
  const other = await plain.newPage()
  const email = freshEmail()
  await guess(page, email, 4)
  await expect(page.getByRole('alert').filter(said(problems.account_locked.text))).toBeVisible()
  await expect(page.getByRole('link', { name: auth.login.lockedAction })).toHaveAttribute(
    'href',
    '/auth/forgot-password',
  )
  await expectAccessible(page)
  await guess(other, email, 1)
  await expect(other.getByRole('alert').filter(said(problems.account_locked.text))).toBeVisible()

  // The fifth failure from here.
  await guess(other, freshEmail(), 3)
  await expect(other.getByRole('alert').filter(said(forms.networkLocked))).toBeVisible()
  await guess(page, freshEmail(), 1)
  await expect(page.getByRole('alert').filter(said(forms.networkLocked))).toBeVisible()
  for (const locked of [page, other])
    await expect(locked.getByRole('link', { name: auth.login.lockedAction })).toHaveCount(0)
  await plain.close()
})
