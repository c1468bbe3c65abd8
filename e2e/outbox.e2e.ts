import { expect, freshEmail, newVisitor, PASSWORD, test, watchFaults } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

for (const javaScriptEnabled of [true, false])
  test(`a user who registers in local mode continues from the email in the outbox, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    const page = await context.newPage()
    const faults = watchFaults(page)
    const email = freshEmail()
    await page.goto('/auth/register')
    await page.getByLabel(en.forms.email).fill(email)
    await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: en.auth.register.submit }).click()
    await expect(page).toHaveURL('/auth/check-mail')
    const link = await service.mailedLink(email, 'verify-email')
    await page.getByRole('link', { name: en.outbox.open }).click()
    await expect(page.getByText(email).first()).toBeVisible()
    await page.getByRole('link', { name: en.outbox.showHtml }).first().click()
    const html = page.frameLocator('iframe').getByRole('heading', { level: 1 })
    await expect(html).toBeVisible()
    // The frame keeps the email's styles under the page's policy.
    await expect(html).not.toHaveCSS('font-size', '32px')
    await page.getByRole('link', { name: en.outbox.showText }).click()
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(link)
    await page.getByRole('button', { name: en.auth.verify.submit }).click()
    await expect(page).toHaveURL('/dashboard')
    expect(faults).toEqual([])
    await context.close()
  })

test('the outbox leaks no link: its address is sent nowhere, and no other site can read it', async ({
  service,
}) => {
  const answer = await fetch(`${service.url}/local/outbox`, {
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
