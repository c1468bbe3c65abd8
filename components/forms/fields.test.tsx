import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field, PasswordField } from '@/components/forms/fields'
import { FormContext, type FormState, untouchedForm } from '@/components/forms/form-context'

function html(field: React.ReactNode, state: Partial<FormState> = {}): string {
  return renderToStaticMarkup(
    <FormContext value={{ ...untouchedForm, ...state }}>{field}</FormContext>,
  )
}

const attribute = (text: string, tag: string, name: string) =>
  new RegExp(`<${tag}[^>]*\\s${name}="([^"]*)"`).exec(text)?.[1]

const email = (
  <Field
    name="email"
    label="E-mail address"
    hint="The one you signed up with."
    autoComplete="username"
  />
)

test('the label, the hint and the error element are connected to the control', () => {
  const text = html(email)
  const id = attribute(text, 'input', 'id')
  expect(attribute(text, 'label', 'for')).toBe(id)
  expect(attribute(text, 'input', 'aria-describedby')).toBe(`${id}-error ${id}-hint`)
  expect(attribute(text, 'input', 'autoComplete')).toBe('username')
  expect(text).not.toContain('aria-invalid="')
})

test('the error element exists before the error, so that its text is announced', () => {
  expect(html(email)).toMatch(/<p id="[^"]+-error" role="alert"[^>]*><\/p>/)
})

test('a faulty field is marked invalid, with the reason', () => {
  const text = html(email, { errors: { email: 'This field is required.' } })
  expect(attribute(text, 'input', 'aria-invalid')).toBe('true')
  expect(text).toMatch(/role="alert"[^>]*>This field is required\.<\/p>/)
})

test('the fault of another field does not affect this one', () => {
  expect(html(email, { errors: { password: 'Too short.' } })).not.toContain('aria-invalid="')
})

test('what was typed is kept', () => {
  expect(attribute(html(email, { values: { email: 'ada@example.com' } }), 'input', 'value')).toBe(
    'ada@example.com',
  )
})

test('a password is never returned, whatever the form contains', () => {
  const field = (
    <PasswordField
      name="password"
      label="Password"
      autoComplete="current-password"
      texts={{ showPassword: 'Show', hidePassword: 'Hide' }}
    />
  )
  const text = html(field, { values: { password: 'tumbling violet anchors' } })
  expect(text).not.toContain('tumbling')
  expect(attribute(text, 'input', 'type')).toBe('password')
  expect(text).not.toContain('<button')
})
