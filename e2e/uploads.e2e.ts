import type { BrowserContext, Page, Route } from '@playwright/test'
import { asAdmin } from '@/e2e/administrator'
import { expect, newVisitor, openWithoutScripts, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { picture } from '@/tests/kit/upload-files'

const texts = en.uploads

test.use({ ownService: 'administrator' })

async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  label = texts.file,
) {
  await page.getByLabel(label, { exact: true }).setInputFiles(file)
}

/** Opens the Files page as an administrator and waits until its script runs. */
async function openFiles(context: BrowserContext, service: Service): Promise<Page> {
  await asAdmin(context, service)
  const page = await context.newPage()
  await page.goto('/dashboard/uploads')
  await expect(page.getByText(texts.drop)).toBeVisible()
  return page
}

/** Collects the requests that fail or are refused. Navigations may cancel a GET. */
function failedRequests(page: Page): string[] {
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (request.method() === 'POST' || reason !== 'net::ERR_ABORTED')
      failed.push(`${request.method()} ${request.url()}: ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      failed.push(`${response.request().method()} ${response.url()}: ${response.status()}`)
  })
  return failed
}

/** Whether the picture in the menu has been loaded, not just requested. */
const menuPicture = (page: Page) =>
  page
    .getByRole('button', { name: en.shell.accountMenu })
    .locator('img')
    .evaluate((image: HTMLImageElement) => {
      return image.complete ? image.naturalWidth : 0
    })

for (const javaScriptEnabled of [true, false])
  test(`a file is uploaded, shared and deleted, and a picture set, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const faults = watchFaults(page)

    await page.goto('/dashboard/uploads')
    await expect(page.getByText(texts.emptyTitle)).toBeVisible()
    await choose(page, {
      name: 'page.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<html>'),
    })
    await page.getByRole('button', { name: texts.submit }).click()
    await expect(page.getByRole('alert').filter({ hasText: texts.notAccepted })).toBeVisible()

    const name = `notes <b>${javaScriptEnabled}.txt`
    await choose(page, { name, mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await page.getByRole('button', { name: texts.submit }).click()
    await expect(page.getByText(texts.uploaded)).toBeVisible()
    await expect(page.getByRole('row', { name })).toContainText('5 bytes')
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name, exact: true }).click()
    expect((await waiting).suggestedFilename()).toContain('notes')

    await page.getByRole('link', { name: `${texts.share}: ${name}` }).click()
    const link = (await page.getByRole('code').textContent())!
    const opened = await fetch(link)
    expect([opened.status, await opened.text()]).toEqual([200, 'hello'])
    if (javaScriptEnabled) await expectSound(page)

    await page.goto('/dashboard/uploads')
    await page.getByRole('button', { name: `${texts.delete}: ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.delete }).click()
    await expect(page.getByText(texts.deleted)).toBeVisible()
    expect((await fetch(link)).status).toBe(404)

    const png = await picture(900, 500).png().toBuffer()
    await page.goto('/dashboard/account')
    await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: png }, texts.avatar.file)
    if (javaScriptEnabled) {
      await expect(page.getByRole('group', { name: texts.avatar.crop })).toBeVisible()
      await expectSound(page)
    }
    await page.getByRole('button', { name: texts.avatar.submit }).click()
    await expect(page.getByText(texts.avatar.saved)).toBeVisible()
    if (javaScriptEnabled) await expect.poll(() => menuPicture(page)).toBe(512)
    else
      await expect(
        page.getByRole('button', { name: en.shell.accountMenu }).locator('img'),
      ).toBeVisible()
    await page.getByRole('button', { name: texts.avatar.remove }).click()
    await expect(page.getByText(texts.avatar.removed)).toBeVisible()
    await expect(
      page.getByRole('button', { name: en.shell.accountMenu }).locator('img'),
    ).toHaveCount(0)
    expect(faults).toEqual([])
    await context.close()
  })

test("an avatar chosen before the page's script ran can be cropped", async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const runScripts = await openWithoutScripts(page, '/dashboard/account')
  const png = await picture(900, 500).png().toBuffer()
  await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: png }, texts.avatar.file)
  runScripts()
  await expect(page.getByRole('group', { name: texts.avatar.crop })).toBeVisible()
})

test('a dropped file is uploaded at once; one that is too large, or several at once, are not sent', async ({
  context,
  service,
}) => {
  const page = await openFiles(context, service)
  const drop = async (...sizes: number[]) => {
    const data = await page.evaluateHandle((lengths) => {
      const transfer = new DataTransfer()
      for (const length of lengths)
        transfer.items.add(new File(['a'.repeat(length)], 'dropped.txt', { type: 'text/plain' }))
      return transfer
    }, sizes)
    await page.getByText(texts.drop).dispatchEvent('drop', { dataTransfer: data })
  }
  let posts = 0
  page.on('request', (request) => (posts += Number(request.method() === 'POST')))
  await drop(11_000_000)
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  expect(posts).toBe(0)
  await drop(10, 10)
  await expect(page.getByRole('alert').filter({ hasText: texts.oneFile })).toBeVisible()
  expect(posts).toBe(0)
  const failed = failedRequests(page)
  await drop(3_000_000)
  await expect.soft(page.getByText(texts.uploaded)).toBeVisible()
  expect(failed).toEqual([])
  await expect(page.getByRole('row', { name: 'dropped.txt' })).toBeVisible()
  expect(posts).toBe(1)
})

test('a file chosen after the session ended leads to the sign-in, not to a success', async ({
  context,
  service,
}) => {
  const page = await openFiles(context, service)
  await choose(page, { name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') })
  await context.clearCookies()
  await page.getByRole('button', { name: texts.submit, exact: true }).click()
  await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent('/dashboard/uploads')}`)
})

test('screen readers hear that an upload begins and that the file is checked, not each percent', async ({
  context,
  service,
}) => {
  const page = await openFiles(context, service)
  const heard = await page.evaluateHandle(() => {
    const all: string[] = []
    const listen = () => {
      for (const { textContent } of document.querySelectorAll('[role=status]'))
        if (textContent && !all.includes(textContent)) all.push(textContent)
    }
    new MutationObserver(listen).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    return all
  })
  const failed = failedRequests(page)
  const buffer = Buffer.alloc(9_000_000, 'a')
  await choose(page, { name: 'long.txt', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: texts.submit }).click()
  await expect.soft(page.getByText(texts.uploaded)).toBeVisible()
  expect(failed).toEqual([])
  const said = await heard.jsonValue()
  expect(said).toEqual(expect.arrayContaining([texts.uploading, texts.checking, texts.uploaded]))
  expect(said.join(' ')).not.toContain('%')
})

test('a file is uploaded even if the page numbers its forms differently by then', async ({
  context,
  service,
}) => {
  const page = await openFiles(context, service)
  await page.locator('form:has(input[type=file])').evaluate((form) => {
    for (const field of form.querySelectorAll<HTMLInputElement>('input[type=hidden]'))
      field.name = field.name.replace(/\d+/, '99')
  })
  await choose(page, { name: 'numbered.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await page.getByRole('button', { name: texts.submit }).click()
  await expect(page.getByText(texts.uploaded)).toBeVisible()
})

test('an upload that is not received says so, and one that is not answered by a page does too', async ({
  context,
  service,
}) => {
  const page = await openFiles(context, service)
  await choose(page, { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  const answers = [
    [(route: Route) => route.abort('connectionreset'), en.forms.networkFault],
    [
      (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
      en.problems.internal_error.text,
    ],
  ] as const
  for (const [answer, message] of answers) {
    await page.route('**/dashboard/uploads', (route) =>
      route.request().method() === 'POST' ? answer(route) : route.fallback(),
    )
    await page.getByRole('button', { name: texts.submit }).click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await page.unrouteAll()
  }
  await page.getByRole('button', { name: texts.submit }).click()
  await expect(page.getByText(texts.uploaded)).toBeVisible()
})
