import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { UserActionNotice } from '@/app/dashboard/users/user-list-controls'
import { en } from '@/lib/i18n/en'
import { fieldError } from '@/lib/platform/field-errors'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings())

/** What the list shows without JavaScript after a bulk action was refused. */
const shown = (field: string, code: string) =>
  renderToStaticMarkup(
    <UserActionNotice
      outcome={{ form: 'bulk', code: 'validation_failed', errors: [fieldError([field], code)] }}
      users={[]}
      locale="en"
      messages={en}
    />,
  )

test('a refused bulk action says what to select', () => {
  const { faults } = en.bulkActions
  expect(shown('user_ids', 'required')).toContain(en.forms.emptyFields.user_ids)
  expect(shown('kind', 'not_supported')).toContain(faults.noKind)
  expect(shown('filter', 'no_match')).toContain(en.forms.fieldErrors.no_match)
  expect(shown('filter', 'too_many')).toContain(faults.tooMany)
})

test('a bulk action from a page of an earlier version says so, whatever was selected', () => {
  expect(shown('user_ids', 'outdated')).toContain(en.forms.fieldErrors.outdated)
})
