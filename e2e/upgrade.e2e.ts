import { expect, test } from '@playwright/test'
import { freshEmail, PASSWORD, test as sharedTest } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'
import { makeNextBuild } from '@/tests/kit/next-build'
import { fillPageForm } from '@/tests/kit/page-form'
import { startService } from '@/tests/kit/start-service'

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`a form that was open during an upgrade comes back with what was entered, ${how} JavaScript`, async ({
    browser,
  }) => {
    test.slow() // Copies a build and starts two services.
    const before = await startService()
    const url = `http://localhost:${before.port}`
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    const fields = {
      name: page.getByLabel(en.forms.name),
      email: page.getByLabel(en.forms.email),
      password: page.getByLabel(en.forms.password, { exact: true }),
    }
    const email = freshEmail()
    const submit = page.getByRole('button', { name: en.auth.register.submit })
    try {
      await page.goto(`${url}/auth/register`)
      await fields.name.fill('Ada Lovelace')
      await fields.email.fill(email)
      await fields.password.fill(PASSWORD)
    } finally {
      await before.stop()
    }
    const after = await startService({
      root: makeNextBuild(),
      folder: before.folder,
      env: { PORT: String(before.port) },
    })
    try {
      const answered = page.waitForResponse((response) => response.request().isNavigationRequest())
      await submit.click()
      expect((await answered).status()).toBe(409)
      await expect(page.getByText(en.forms.outdated)).toBeVisible()
      await expect(fields.name).toHaveValue('Ada Lovelace')
      await expect(fields.email).toHaveValue(email)
      await expect(fields.password).toHaveValue('')
      await fields.password.fill(PASSWORD)
      await submit.click()
      await expect(page).toHaveURL(`${url}/auth/check-mail`)
    } finally {
      await context.close()
      await after.stop()
    }
  })
}

test('a form from one instance is accepted by another instance of the same build', async () => {
  const [one, other] = await Promise.all([startService(), startService()])
  try {
    const [shown, asked] = [one, other].map(({ port }) => `http://localhost:${port}/auth/login`)
    const body = await fillPageForm({
      page: shown!,
      fields: { email: freshEmail(), password: PASSWORD },
    })
    const headers = { origin: new URL(asked!).origin }
    const answer = await fetch(asked!, { method: 'POST', body, headers, redirect: 'manual' })
    expect(answer.status).toBe(401)
    expect(await answer.text()).toContain(en.problems.invalid_credentials.text)
  } finally {
    await Promise.all([one.stop(), other.stop()])
  }
})

sharedTest(
  'a page says so if it no longer has the form that was posted',
  async ({ context, service, signedIn: _ }) => {
    const earlier = [
      ['/dashboard/account/connections', 'disconnect_google'],
      ['/dashboard/account/security', 'passkey_remove_0198c0de-0000-7000-8000-000000000000'],
    ] as const
    for (const [path, intent] of earlier) {
      const multipart = { intent, [`$ACTION_ID_${'40'.repeat(21)}`]: '' }
      const answer = await context.request.post(service.url + path, {
        multipart,
        headers: { origin: service.url },
      })
      expect(answer.status(), path).toBe(409)
      expect(await answer.text(), path).toContain(en.forms.outdated)
    }
  },
)
