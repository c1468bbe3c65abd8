import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ADMIN, asAdmin, callAsAdmin, makeAccount } from '@/e2e/administrator'
import { expect, freshEmail, newVisitor, test, watchFaults } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { MAX_IMPORT_BYTES } from '@/lib/platform/size-limits'
import { formDataOf } from '@/tests/kit/page-form'
import { until } from '@/tests/kit/until'

const PATH = '/dashboard/users/import'
const texts = en.userImport
const { detail } = texts
const runNow = detail.runNow.one.replace('{count}', '1')

test.use({ ownService: 'administrator' })

async function upload(page: Page, text: string, { name = 'users.csv', dryRun = true } = {}) {
  await page.goto(PATH)
  await page
    .getByLabel(texts.file, { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel(texts.dryRun, { exact: true }).setChecked(dryRun)
  await page.getByRole('button', { name: texts.submit }).click()
}
/**
 * The page shows it without interaction, by script or by reloading itself after some seconds;
 * `sooner`: the user reloads it.
 */
async function expectFinished(page: Page, { sooner = false } = {}): Promise<void> {
  await expect(page).toHaveURL(/\/import\/[0-9a-f-]{36}$/)
  if (sooner)
    await until('the import is complete', 30_000, async () => {
      await page.reload()
      return page.getByText(texts.statuses.completed, { exact: true }).isVisible()
    })
  await expect(page.getByText(texts.statuses.completed, { exact: true })).toBeVisible({
    timeout: 30_000,
  })
}

for (const javaScriptEnabled of [true, false])
  test(`a file is checked, fixed, checked again and imported, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    const email = freshEmail()
    await upload(page, 'email,password\na@x.org,secret')
    await expect(
      page.getByText(texts.faults.unknown_column.replace('{column}', 'password')),
    ).toBeVisible()
    await page.goto(PATH)
    await page.getByRole('button', { name: texts.submit }).click()
    await expect(page.getByText(texts.chooseFile)).toBeVisible()

    const name = `users <b>${javaScriptEnabled}.csv`
    await upload(page, `email,name,locale\n${email},Ada,xx\n${ADMIN.email},Taken,\n=1+1,Formula,`, {
      name,
    })
    await expect(page).toHaveURL(/\/dashboard\/users\/import\/[\w-]{36}$/)
    await expectFinished(page)
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', '3')
    await expect(page.getByText(detail.allRefused)).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('locale“xx”')
    await expect(page.getByRole('row', { name: new RegExp(ADMIN.email) })).toContainText(
      texts.reasons.email_taken,
    )
    await expect(page.getByRole('button', { name: runNow })).toHaveCount(0)
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: detail.downloadCsv }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toMatch(/^refused-.+\.csv$/)
    expect(await readFile(await file.path(), 'utf8')).toContain(
      '"3","\'=1+1","email","","invalid_email",',
    )

    await upload(page, `email,name\n${email},Ada\n${ADMIN.email},Taken`, { name })
    await expectFinished(page, { sooner: !javaScriptEnabled })
    await expect(page.getByText(detail.someRefused.one.replace('{count}', '1'))).toBeVisible()
    await page.getByRole('button', { name: runNow }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(detail.runTitle.one.replace('{count}', '1'))
    await expect(dialog).toContainText(detail.runRefused.one.replace('{count}', '1'))
    await dialog.getByRole('button', { name: runNow }).click()
    await expect(page.getByText(detail.done)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('row', { name: new RegExp(ADMIN.email) })).toBeVisible()
    const { invitations } = texts
    const invite = invitations.invite.one.replace('{count}', '1')
    await page.getByRole('button', { name: invite }).click()
    await page
      .getByRole('dialog', { name: invitations.question.one.replace('{count}', '1') })
      .getByRole('button', { name: invite })
      .click()
    await expect(page.getByText(invitations.done.one.replace('{count}', '1'))).toBeVisible({
      timeout: 30_000,
    })
    await expect(page.getByRole('button', { name: invite })).toHaveCount(0)
    await page.goto(PATH)
    await expect(page.getByRole('link', { name })).toHaveCount(2)
    expect(faults).toEqual([])
    await context.close()
  })

for (const javaScriptEnabled of [true, false])
  test(`a file of more than 10 MB is refused with an error at its field, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    await upload(page, 'email\n'.padEnd(MAX_IMPORT_BYTES + 1_000_000, 'a@x.org\n'))
    const fault = page.getByText(en.forms.fieldErrors.file_too_large)
    await expect(fault).toBeVisible()
    await expect(page).toHaveURL(PATH)
    const field = page.getByLabel(texts.file, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(en.forms.fieldErrors.file_too_large))
    // A corrected form is accepted.
    await upload(page, `email\n${freshEmail()}`)
    await expectFinished(page, { sooner: !javaScriptEnabled })
    await context.close()
  })

test('an import is canceled: created users stay, and canceling again says that it has ended', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const rows = Array.from({ length: 25_000 }, (_, i) => `stopped${i}@example.com`)
  await upload(page, `email\n${rows.join('\n')}`, { dryRun: false })
  await expect(page.getByText(texts.statuses.running, { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: detail.stop }).click()
  // A page without JavaScript that was left open would post it later.
  const running = await context.request.get(page.url())
  const open = formDataOf(await running.text(), { intent: 'cancel' })!
  const question = page.getByRole('dialog', { name: detail.stopTitle })
  await expect(question).toContainText(detail.stopText)
  await question.getByRole('button', { name: detail.stop }).click()
  await expect(page.getByText(detail.stopped.cancelled)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(texts.statuses.stopped, { exact: true })).toBeVisible()
  await expect(page.getByText(detail.notReached)).toBeVisible()
  const late = await context.request.post(page.url(), {
    multipart: open,
    headers: { origin: service.url },
    maxRedirects: 0,
  })
  expect(late.status()).toBe(409)
  expect(await late.text()).toContain(detail.ended)
})

test('the example can be imported unchanged, and its user can sign in', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.goto(PATH)
  for (const [link, name] of [
    [texts.help.exampleCsv, 'users-example.csv'],
    [texts.help.exampleNdjson, 'users-example.ndjson'],
  ] as const) {
    await page.goto(PATH)
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: link }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toBe(name)
    await upload(page, await readFile(await file.path(), 'utf8'), { name })
    await expectFinished(page)
    await expect(page.getByText(detail.clean)).toBeVisible()
  }
  const text = 'email,email_verified,password_hash\n'
  const hash = '$2b$10$PhBqtUsqfj2MkxVLZMqqY.JrxF3Eu4oc6C3HcIeevNrOx86s1pmoO'
  const email = freshEmail()
  await upload(page, `${text}${email},true,${hash}`, { dryRun: false })
  await expect(page.getByText(detail.done)).toBeVisible({ timeout: 30_000 })
  expect(
    (await service.api('login', { email, password: 'an example, not a password' })).status,
  ).toBe(200)
})

test('before someone else’s dry run is imported, its page says who uploaded it and what its rows bring', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const permissions = ['users:activate', 'users:role:change']
  await callAsAdmin(service, 'POST', '/rbac/roles', { name: 'Staff', permissions })
  const delegate = await makeAccount(service, ['user', 'Staff'])
  const other = await service.api('login', delegate)
  const { access_token: token } = (await other.json()) as { access_token: string }
  const uploaded = await fetch(`${service.url}/api/v1/users/imports?dry_run=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: `email,email_verified,roles\n${freshEmail()},true,Staff\n${freshEmail()},true,\n`,
  })
  const { id } = (await uploaded.json()) as { id: string }
  await page.goto(`${PATH}/${id}`)
  await expectFinished(page)
  const { contents } = texts
  for (const [term, value] of [
    [contents.uploader, delegate.email],
    [contents.verified, '2'],
    [contents.withPassword, '0'],
    [contents.withRoles, '1'],
  ])
    await expect(page.getByRole('term').filter({ hasText: term! }).locator('..')).toHaveText(
      `${term}${value}`,
    )
  await expect(page.getByText(contents.unproven)).toBeVisible()
  await look(page, `${PATH}/${id}`)
  await upload(page, `email,email_verified\n${freshEmail()},true`)
  await expectFinished(page)
  await expect(page.getByText(contents.proven)).toBeVisible()
})

test('without the permission neither the pages nor the files are available', async ({
  page,
  signedIn: _,
  service,
}) => {
  const id = '019335e0-0000-7000-8000-00000000000a'
  for (const path of [
    PATH,
    `${PATH}/example?format=csv`,
    `${PATH}/${id}`,
    `${PATH}/${id}/refused?format=csv`,
  ]) {
    const answer = await page.goto(service.url + path)
    expect(answer?.status()).toBe(403)
  }
})

test('the pages are accessible in both themes and fit a phone', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await upload(page, `email\n${freshEmail()}`)
  await expectFinished(page)
  const clean = page.url()
  await upload(page, `email\n${ADMIN.email}\n${'nobody '.repeat(20)}`, {
    name: `${'long'.repeat(50)}.csv`,
  })
  await expectFinished(page)
  for (const path of [PATH, clean, page.url()]) await look(page, path)
})
