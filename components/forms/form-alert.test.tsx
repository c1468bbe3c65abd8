import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormAlert } from '@/components/forms/action-form'
import { FormContext, type FormState, untouchedForm } from '@/components/forms/form-context'

const TEXTS = {
  tryAgainIn: 'Try again in {duration}.',
  requestId: 'Request ID: {id}',
  signInAgain: 'Sign in again',
}

function html(state: Partial<FormState>, onlyField?: string): string {
  return renderToStaticMarkup(
    <FormContext value={{ ...untouchedForm, formError: 'Fix the fields.', ...state }}>
      <FormAlert locale="en" texts={TEXTS} onlyField={onlyField} />
    </FormContext>,
  )
}

test('an error of the only field is shown only at the field', () => {
  expect(html({ errors: { email: 'Enter an email address.' } }, 'email')).not.toContain(
    'Fix the fields.',
  )
})

test('every other error is shown for the form', () => {
  expect(html({ errors: { email: 'Enter an email address.' } })).toContain('Fix the fields.')
  expect(html({ errors: { token: 'Missing.' } }, 'email')).toContain('Fix the fields.')
  expect(html({ errors: { email: 'Wrong.', token: 'Missing.' } }, 'email')).toContain(
    'Fix the fields.',
  )
  expect(html({}, 'email')).toContain('Fix the fields.')
})

test('an empty region is hidden only from sight, so that screen readers announce its text', () => {
  const empty = html({ formError: null })
  expect(empty).toMatch(/<div role="alert"[^>]*><\/div><div role="status"[^>]*><\/div>/)
  expect(empty).not.toContain('hidden')
})

test('a notice that an edited cookie names after what every object inherits is ignored', () => {
  const empty = html({ formError: null })
  for (const notice of ['__proto__', 'constructor', 'toString'])
    expect(html({ formError: null, notice })).toBe(empty)
})
