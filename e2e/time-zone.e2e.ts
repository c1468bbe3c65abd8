import { asAdmin } from '@/e2e/administrator'
import { expect, openWithoutScripts, test } from '@/e2e/fixtures'
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

test.describe('ahead of UTC', () => {
  test.use({ timezoneId: 'Europe/Istanbul' })

  test('a time typed before the page’s script ran stays in UTC, as its label said', async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    const runScripts = await openWithoutScripts(page, `${PATH}?from=2026-01-10T06:30`)
    const typed = { from: '2026-01-10T09:30', to: '2026-01-11T10:00' }
    await page.getByLabel(`${filters.from} (UTC)`).fill(typed.from)
    // The last one keeps the focus.
    await page.getByLabel(`${filters.to} (UTC)`).fill(typed.to)
    runScripts()
    await expect(page).toHaveURL(`${PATH}?${new URLSearchParams(typed)}`)
    const from = page.getByLabel(`${filters.from} (Europe/Istanbul)`)
    await expect(from).toHaveValue('2026-01-10T12:30')
    await expect(page.getByLabel(`${filters.to} (Europe/Istanbul)`)).toHaveValue('2026-01-11T13:00')
  })

  test('a time that is past the last year of the calendar in the time zone stays a filter', async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    const to = '9999-12-31T23:59'
    await page.goto(`${PATH}?to=${to}`)
    await page.getByLabel(`${filters.from} (Europe/Istanbul)`).fill('2026-01-10T12:30')
    await expect(page).toHaveURL(`${PATH}?${new URLSearchParams({ from: '2026-01-10T09:30', to })}`)
    await expect(page.getByLabel(`${filters.to} (UTC)`)).toHaveValue(to)
  })
})

test.describe('where clocks are set forward', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a time that is skipped becomes the one that the list is filtered by', async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    await page.goto(PATH)
    const from = page.getByLabel(`${filters.from} (America/New_York)`)
    await from.fill('2026-03-08T02:30')
    await expect(page).toHaveURL(`${PATH}?${new URLSearchParams({ from: '2026-03-08T07:30' })}`)
    await expect(from).toHaveAttribute('value', '2026-03-08T03:30')
    await from.blur()
    await expect(from).toHaveValue('2026-03-08T03:30')
  })
})
