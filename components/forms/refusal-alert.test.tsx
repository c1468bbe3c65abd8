import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { en } from '@/lib/i18n/en'
import { useSettings } from '@/tests/kit/test-settings'
import type { FormOutcome } from '@/lib/web/form-outcome'

beforeAll(() => void useSettings())

const html = (outcome: FormOutcome | null) =>
  renderToStaticMarkup(
    <PathnameContext value="/dashboard/webhooks">
      <SearchParamsContext value={new URLSearchParams({ cursor: 'c' })}>
        <RefusalAlert outcome={outcome} locale="en" forms={['delete', 'passkey_remove']} />
      </SearchParamsContext>
    </PathnameContext>,
  )

test('a refused form in a dialog is reported with the reason of its field', () => {
  const errors = [{ pointer: '/password', code: 'wrong_password', detail: '' }]
  const refused = { form: 'passkey_remove_1', code: 'validation_failed', errors } as const
  expect(html(refused as unknown as FormOutcome)).toContain(en.forms.fieldErrors.wrong_password)
})

test('a refusal for an old sign-in links to the sign-in page and back', () => {
  const refused = html({ form: 'delete', code: 'reauthentication_required', values: {} })
  expect(refused).toContain(en.problems.reauthentication_required.text)
  expect(refused).toContain(
    `href="/auth/login?next=${encodeURIComponent('/dashboard/webhooks?cursor=c')}"`,
  )
})

test('a form of an earlier build in a dialog is reported', () => {
  expect(html({ form: 'delete', values: { intent: 'delete' } })).toContain(en.forms.outdated)
  const values = { intent: 'passkey_remove_1' }
  expect(html({ form: values.intent, values })).toContain(en.forms.outdated)
})

test('forms outside of dialogs and notices are not reported', () => {
  expect(html({ form: 'save', code: 'conflict', values: {} })).not.toContain('<p')
  expect(html({ form: 'delete', notice: 'deleted', values: {} })).not.toContain('<p')
  expect(html(null)).not.toContain('<p')
})
