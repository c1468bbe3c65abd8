import type { Page } from '@playwright/test'
import { ADMIN } from '@/e2e/administrator'
import { expect, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { asWho, at, stage } from '@/e2e/user-detail-stage'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const { banner, card, session } = en.impersonation

test.use({ ownService: 'administrator' })

async function startViewing(page: Page, id: string): Promise<void> {
  await page.goto(at(id))
  await page.getByText(card.open, { exact: true }).click()
  await page.getByLabel(card.reason, { exact: true }).fill('Ticket 4711')
  await page.getByRole('button', { name: card.submit, exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('an administrator views as a user: reads everything, changes nothing, and returns', async ({
      browser,
      service,
    }) => {
      const { person } = await stage(service)
      const user = await person(['user'])
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const page = await context.newPage()
      const faults = watchFaults(page)
      await startViewing(page, user.id)
      const viewing = page.getByRole('region', { name: banner.label })
      const text = formatMessage(banner.viewing, { person: user.email })
      for (const path of ['/dashboard', '/dashboard/account', '/contact', '/docs', '/nowhere']) {
        await page.goto(path)
        await expect(viewing.getByText(text)).toBeVisible()
      }
      expect((await page.goto('/dashboard/users'))!.status()).toBe(403)
      await expect(viewing).toBeVisible()

      await page.goto('/dashboard/account')
      if (javaScriptEnabled) await expectSound(page)
      await page.getByLabel(en.forms.name, { exact: true }).first().fill('Eve')
      await page.getByRole('button', { name: en.account.profile.save, exact: true }).click()
      await expect(page.getByText(en.problems.impersonation_read_only.text).first()).toBeVisible()

      await viewing
        .getByRole('button', { name: formatMessage(banner.stop, { person: user.email }) })
        .click()
      await expect(page).toHaveURL(at(user.id))
      await expect(viewing).toHaveCount(0)
      await page.goto('/dashboard/users')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(faults.filter((fault) => !/40[34]/.test(fault))).toEqual([])
      await context.close()
    })

    test('the user is told, sees the session, and ends it; the administrator is back', async ({
      browser,
      service,
    }) => {
      const { person } = await stage(service)
      const user = await person(['user'])
      const admin = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const theirs = await admin.newPage()
      await startViewing(theirs, user.id)
      await expect
        .poll(() => service.process.output())
        .toMatch(
          new RegExp(
            `Mail to ${user.email}\\n\\s*Subject: An administrator is viewing your account`,
          ),
        )
      const context = await asWho(browser, service, user, javaScriptEnabled)
      const page = await context.newPage()
      await page.goto('/dashboard/inbox')
      await expect(page.getByText(`${ADMIN.email} is viewing your account`).first()).toBeVisible()
      await page.goto('/dashboard/account/sessions')
      const row = page.getByRole('row').filter({
        hasText: formatMessage(session, { person: ADMIN.email }),
      })
      await row.getByRole('button').first().click()
      await page
        .getByRole('dialog')
        .filter({ visible: true })
        .getByRole('button', { name: en.account.sessions.revoke, exact: true })
        .click()
      await expect(page.getByText(en.account.sessions.revoked)).toBeVisible()
      await expect(row).toHaveCount(0)
      await theirs.goto('/dashboard/users')
      await expect(theirs).toHaveURL('/dashboard/users')
      await expect(theirs.getByRole('region', { name: banner.label })).toHaveCount(0)
      await context.close()
      await admin.close()
    })
  })

test('the bars at the top and the bottom of a phone cover nothing that takes the focus', async ({
  browser,
  service,
}) => {
  const { person } = await stage(service)
  const user = await person(['user'])
  const context = await asWho(browser, service, ADMIN, true)
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 740 })
  await startViewing(page, user.id)
  await page.goto('/dashboard/account/data')
  await page.locator('#content').focus()
  const seen = new Set<string>()
  for (const key of [...Array<string>(8).fill('Tab'), ...Array<string>(8).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const target = document.activeElement!
      const { top, bottom } = target.getBoundingClientRect()
      const edge = (side: string) =>
        document.querySelector(`[data-sticky=${side}]`)!.getBoundingClientRect()
      const isCovered = top < edge('top').bottom || bottom > edge('bottom').top
      return { text: target.textContent, isCovered: !!target.closest('main') && isCovered }
    })
    expect(focused).toEqual({ ...focused, isCovered: false })
    seen.add(focused.text)
  }
  expect(seen.size).toBeGreaterThan(3)
  await context.close()
})
