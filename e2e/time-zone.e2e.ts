import { asAdmin } from '@/e2e/administrator'
import { expect, test } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

const PATH = '/dashboard/audit'
const { filters } = en.audit

test.use({ ownService: 'administrator' })

for (const javaScriptEnabled of [true, false])
  test(`a time copied from the audit trail filters it, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await browser.newContext({
      baseURL: service.url,
      javaScriptEnabled,
      timezoneId: 'Asia/Tokyo',
    })
    await asAdmin(context, service)
    const page = await context.newPage()
    await page.goto(PATH)
    const shown = page.getByRole('table').getByRole('row').nth(1).locator('time').first()
    const at = new Date((await shown.getAttribute('datetime'))!)
    const zone = javaScriptEnabled ? 'Asia/Tokyo' : 'UTC'
    const field = page.getByLabel(`${filters.from} (${zone})`)
    const hour = new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    })
    await expect(shown).toContainText(`, ${hour.format(at)}:`)
    const inZone = new Date(at.getTime() + (javaScriptEnabled ? 9 * 3_600_000 : 0))
    await field.fill(inZone.toISOString().slice(0, 16))
    if (!javaScriptEnabled) await page.getByRole('button', { name: filters.apply }).click()
    // The address is in UTC, wherever it is opened.
    const from = `from=${encodeURIComponent(at.toISOString().slice(0, 16))}`
    await expect(page).toHaveURL(({ search }) => search.includes(from))
    await expect(page.getByRole('table')).toBeVisible()
    await page.goto(`${PATH}?${from}`)
    await expect(field).toHaveValue(inZone.toISOString().slice(0, 16))
    await context.close()
  })
