import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { PageForm } from '@/components/forms/page-form'
import { type RefusedForm, withPageExchange } from '@/lib/http/pages/page-exchange'
import { en } from '@/lib/i18n/en'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings())

type Router = ComponentProps<typeof AppRouterContext>['value']

const action = (() => Promise.resolve()) as unknown as ComponentProps<typeof PageForm>['action']

/** Whether the form reports a post that was refused before its action was reached. */
function reports(
  form: Partial<ComponentProps<typeof PageForm>>,
  refused: RefusedForm,
  text: string = en.forms.outdated,
): boolean {
  const html = withPageExchange({ refused }, () =>
    renderToStaticMarkup(
      <AppRouterContext value={{} as Router}>
        <PageForm action={action} locale="en" {...form} />
      </AppRouterContext>,
    ),
  )
  return html.includes(text)
}

test('an outdated form is reported in that form only, also among rows with the same intent', () => {
  const login = { values: { email: 'a@example.com' }, lists: {} }
  expect(reports({}, login)).toBe(true)
  expect(reports({ intent: 'passkey' }, login)).toBe(false)
  const second = { form: 'delete', values: { intent: 'delete', item_id: '2' }, lists: {} }
  expect(reports({ intent: 'delete', row: { item_id: '2' } }, second)).toBe(true)
  expect(reports({ intent: 'delete', row: { item_id: '1' } }, second)).toBe(false)
})

test('a body too large to be read is reported in the forms with a file', () => {
  const refused: RefusedForm = { code: 'body_too_large', values: {}, lists: {} }
  const { text } = en.problems.body_too_large
  expect(reports({ intent: 'avatar', takesFile: true }, refused, text)).toBe(true)
  expect(reports({}, refused, text)).toBe(false)
})
